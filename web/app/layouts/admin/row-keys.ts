// J and K move the focus through the rows of a list. It is on the link that opens the row, so that Enter opens it as
// everywhere, and screen readers read it.

/** The rows of tables, of the inbox, and of lists of cards. */
const ROWS = ['.tbl tbody tr', '.inbox__rows > li', '.vgrid > li', '.games > li', '.questions > li']
/** What opens a row, best first. */
const OPENERS = ['[data-open]', '.act a[href]', 'summary', 'a[href]', 'button']

/** Moves the focus to the next row, or to the previous one. Returns whether the page has rows. */
export function moveInRows(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>(`main :is(${ROWS.join()})`)].filter((row) =>
    row.checkVisibility(),
  )
  const present = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[present === -1 ? findFirstShown(rows) : Math.min(Math.max(present + step, 0), rows.length - 1)]
  if (!row) return false
  const target = findOpener(row)
  if (target === row) row.tabIndex = -1
  target.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
  return true
}

/** The first row of which something is on the screen, so that the keys continue where the admin reads. */
function findFirstShown(rows: readonly HTMLElement[]): number {
  const index = rows.findIndex((row) => row.getBoundingClientRect().bottom > 0)
  return Math.max(index, 0)
}

function findOpener(row: HTMLElement): HTMLElement {
  for (const opener of OPENERS) {
    const found = [...row.querySelectorAll<HTMLElement>(opener)].find((element) => element.checkVisibility())
    if (found) return found
  }
  return row
}

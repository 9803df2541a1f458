import type { AdminRole } from '@baobab/contract/accounts/rules.ts'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useModal } from '../../ui/use-modal.ts'
import type { PaletteItem } from './palette-item.ts'
import { text } from './text.ts'
import { usePaletteResults, type PaletteGroup } from './use-palette-results.ts'

type Props = { role: AdminRole; onClose: () => void; onKeyList: () => void }

/**
 * Finds pages, students, videos and payments, and opens one. The focus stays in the field; the arrows choose, as in every
 * combobox.
 */
export function Palette({ role, onClose, onKeyList }: Props) {
  const { dialog, first } = useModal(true)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { groups, isSearching, failures } = usePaletteResults(role, typed)
  const { items, active, handleKey, forget } = useChoice({ groups, isSearching, open })
  const listId = useId()

  function open(item: PaletteItem) {
    // The dialog returns the focus before the page takes it.
    dialog.current?.close()
    void navigate(item.to)
  }

  function openKeyList() {
    dialog.current?.close()
    onKeyList()
  }

  return (
    // A press on the backdrop closes the dialog, as Escape does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className="dialog palette"
      aria-label={text.find}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div className="palette__in">
        <div className="palette__q">
          <Icon name="magnifying-glass" />
          <input
            data-first
            type="text"
            role="combobox"
            aria-label={text.find}
            aria-autocomplete="list"
            aria-expanded={items.length > 0}
            aria-controls={listId}
            aria-activedescendant={active && optionId(listId, active)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={100}
            placeholder={text.findPlaceholder}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              forget()
            }}
            onKeyDown={handleKey}
          />
          <IconButton icon="x" label={text.close} ref={first} onClick={() => dialog.current?.close()} />
        </div>
        <Results id={listId} groups={groups} active={active} onOpen={open} />
        <p className="small muted palette__s" role="status">
          {isSearching ? text.searching : items.length === 0 ? text.nothing(typed.trim()) : text.found(items.length)}
          {failures.map((failure) => (
            <span key={failure}>{` ${failure}`}</span>
          ))}
        </p>
        <div className="palette__f">
          <span className="small muted keyshint">{text.howTo}</span>
          <Button kind="quiet" size="sm" onClick={openKeyList}>
            {text.keyList}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

type Found = { groups: readonly PaletteGroup[]; isSearching: boolean; open: (item: PaletteItem) => void }

/** The result that the arrows have chosen, otherwise the first one, and the keys that choose and open one. */
function useChoice({ groups, isSearching, open }: Found) {
  const [chosenId, choose] = useState<string>()
  const isOpening = useRef(false)
  const items = groups.flatMap((group) => group.items)
  // A choice that is no longer found gives way to the first result.
  const active = items.find(({ id }) => id === chosenId) ?? items[0]

  // Enter was pressed before the search ended: what is found first opens.
  useEffect(() => {
    if (isSearching || !isOpening.current) return
    isOpening.current = false
    if (active) open(active)
  }, [isSearching, active, open])

  function handleKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && active) {
      event.preventDefault()
      choose(items[(items.indexOf(active) + step + items.length) % items.length]?.id)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      // Pages are found at once. Until the search has ended, all else may be what an earlier text has found.
      const isPage = groups[0]?.name === text.pages
      if (isSearching && chosenId === undefined && !isPage) isOpening.current = true
      else if (active) open(active)
    }
  }

  function forget() {
    choose(undefined)
    isOpening.current = false
  }
  return { items, active, handleKey, forget }
}

const optionId = (listId: string, { id }: PaletteItem) => `${listId}-${id}`

type ResultsProps = {
  id: string
  groups: readonly PaletteGroup[]
  active: PaletteItem | undefined
  onOpen: (item: PaletteItem) => void
}

function Results({ id, groups, active, onOpen }: ResultsProps) {
  const activeId = active && optionId(id, active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div className="palette__l" id={id} role="listbox" aria-label={text.results}>
      {groups.map(({ name, items }) => (
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <div className="palette__h" id={`${id}-${name}`} role="presentation">
            {name}
          </div>
          {items.map((item) => (
            <button
              type="button"
              tabIndex={-1}
              key={item.id}
              id={optionId(id, item)}
              role="option"
              aria-selected={item === active}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onOpen(item)}
            >
              <span className="palette__t">{item.label}</span>
              {item.detail && <span className="small muted palette__d">{item.detail}</span>}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Long enough for the slowest browser to have begun; until then the bytes must stay. */
const KEEP_MS = 60_000

/** Hands a text or bytes to the browser as a download. */
export function saveFile(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS)
}

/** The object URL must stay valid until the browser has started the download, which can take this long. */
const KEEP_MS = 60_000

/** Saves text or bytes as a file through a browser download. */
export function saveFile(name: string, type: string, content: string | Blob): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS)
}

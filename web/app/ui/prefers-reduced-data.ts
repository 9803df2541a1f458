/** Whether the browser's data saver is on. False in browsers that do not report it. */
export function prefersReducedData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  )
}

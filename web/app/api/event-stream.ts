// Reads server-sent events out of text that arrives in pieces, cut anywhere (HTML Standard, 9.2.6).

export type StreamEvent = { event: string; data: string }

/** One end of a line. A CR at the very end of what has come may be the first half of CRLF and waits. */
const LINE_END = '(?:\\r\\n|\\n|\\r(?!\\n|$))'
const BETWEEN_LINES = new RegExp(LINE_END)
const BETWEEN_EVENTS = new RegExp(`${LINE_END}{2}`)

/**
 * The events that are whole once `chunk` has come.
 * @param rest what an earlier call left; '' at the start
 */
export function readEvents(rest: string, chunk: string): { events: StreamEvent[]; rest: string } {
  const blocks = (rest + chunk).split(BETWEEN_EVENTS)
  const last = blocks.pop() ?? ''
  return { events: blocks.flatMap(eventOf), rest: last }
}

/** One event, or none where the lines hold no data: a heartbeat is a comment. */
function eventOf(block: string): StreamEvent[] {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split(BETWEEN_LINES)) {
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event' && value !== '') event = value
    if (name === 'data') data.push(value)
  }
  return data.length > 0 ? [{ event, data: data.join('\n') }] : []
}

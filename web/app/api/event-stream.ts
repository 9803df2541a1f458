// Parses server-sent events from text that arrives in chunks cut anywhere (HTML Standard, section 9.2.6). A library
// would need three times the bytes, on every student page.

export type StreamEvent = { event: string; data: string }

/** The end of a line. A CR at the end of the input may be the first half of CRLF, so it does not match. */
const LINE_END = '(?:\\r\\n|\\n|\\r(?!\\n|$))'
const BETWEEN_LINES = new RegExp(LINE_END)
const BETWEEN_EVENTS = new RegExp(`${LINE_END}{2}`)

/**
 * Returns the events that are complete after `chunk`, and the rest of the text for the next call.
 * @param rest the `rest` of the previous call; '' at the start
 */
export function parseEvents(rest: string, chunk: string): { events: StreamEvent[]; rest: string } {
  const blocks = (rest + chunk).split(BETWEEN_EVENTS)
  const last = blocks.pop() ?? ''
  return { events: blocks.flatMap(parseEvent), rest: last }
}

/** Returns one event, or none if the lines contain no data: a heartbeat is a comment line. */
function parseEvent(block: string): StreamEvent[] {
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

/**
 * A text that greets by itself: its first line is only a greeting ("Dear parent,"), or begins with a greeting and a name
 * that a comma or another mark ends ("Hi Ada, thank you").
 */
const greeting =
  /^\s*(hello|hi|hey|dear|greetings|welcome|good (morning|afternoon|evening|day))(?![\p{L}\p{N}])[^\n.?]{0,60}?([,!:;.\u2013\u2014-]|\s*(\n|$))/iu

/** Returns the paragraphs of a text, with 'Hello Ada,' before it unless it greets by itself. */
export function greet(name: string, text: string): string[] {
  const paragraphs = text.split(/\n{2,}/)
  return greeting.test(text) ? paragraphs : [`Hello ${name},`, ...paragraphs]
}

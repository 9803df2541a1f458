/**
 * Matches text that already starts with a greeting: its first line is only a greeting ("Dear parent,"), or starts with a
 * greeting and a name followed by a comma or other mark ("Hi Ada, thank you").
 */
const greeting =
  /^\s*(hello|hi|hey|dear|greetings|welcome|good (morning|afternoon|evening|day))(?![\p{L}\p{N}])[^\n.?]{0,60}?([,!:;.\u2013\u2014-]|\s*(\n|$))/iu

/** Returns a text's paragraphs, preceded by 'Hello Ada,' unless it already has a greeting. */
export function greet(name: string, text: string): string[] {
  const paragraphs = text.split(/\n{2,}/)
  return greeting.test(text) ? paragraphs : [`Hello ${name},`, ...paragraphs]
}

// What was typed as an answer stays for this tab until it is sent.
const keyOf = (messageId: string) => `answer.${messageId}`

export function readAnswerDraft(messageId: string): string {
  try {
    return sessionStorage.getItem(keyOf(messageId)) ?? ''
  } catch {
    return ''
  }
}

export function storeAnswerDraft(messageId: string, words: string): void {
  try {
    sessionStorage.setItem(keyOf(messageId), words)
  } catch {
    // Storage is full or switched off: the form works all the same.
  }
}

export function clearAnswerDraft(messageId: string): void {
  try {
    sessionStorage.removeItem(keyOf(messageId))
  } catch {
    // There was nothing to drop.
  }
}

// Drafts of answers, kept for this tab until they are sent.
const storageKey = (messageId: string) => `answer.${messageId}`

export function readAnswerDraft(messageId: string): string {
  try {
    return sessionStorage.getItem(storageKey(messageId)) ?? ''
  } catch {
    return ''
  }
}

export function storeAnswerDraft(messageId: string, draft: string): void {
  try {
    sessionStorage.setItem(storageKey(messageId), draft)
  } catch {
    // Storage is full or disabled: the form works without a draft.
  }
}

export function clearAnswerDraft(messageId: string): void {
  try {
    sessionStorage.removeItem(storageKey(messageId))
  } catch {
    // Storage is disabled: there is no draft.
  }
}

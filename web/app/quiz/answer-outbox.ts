// The one outbox of this page, made when first asked for. It lives as long as the page does, whichever screen is shown.
import { answerQuestion } from '@baobab/contract/quiz.ts'
import { callApi } from '../api/call-api.ts'
import { studentSession } from '../api/session.ts'
import { createPendingAnswers } from './pending-answers.ts'
import { browserStorage } from '../api/browser-storage.ts'
import { createOutbox, type Outbox } from './outbox.ts'

/** A request on a dead network can hang for minutes; the same answer may be sent again, so it is given up early. */
const TRY_MS = 8_000

let opened: Outbox | undefined

export function getAnswerOutbox(): Outbox {
  opened ??= open()
  return opened
}

function open(): Outbox {
  const outbox = createOutbox({
    journal: createPendingAnswers(browserStorage()),
    send: ({ videoTitle, ageCategory, triviaId, answer }) =>
      callApi(
        answerQuestion,
        { params: { videoTitle, ageCategory }, body: { triviaId, answer } },
        { signal: AbortSignal.timeout(TRY_MS) },
      ),
    currentStudentId: () => studentSession()?.studentId,
    later: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  addEventListener('online', () => outbox.retryNow())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') outbox.retryNow()
  })
  return outbox
}

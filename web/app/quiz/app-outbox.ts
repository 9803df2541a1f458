// The one outbox of this page, made when first asked for. It lives as long as the page does, whichever screen is shown.
import { answerQuestion } from '@baobab/contract/quiz.ts'
import { call } from '../api/call.ts'
import { studentSession } from '../api/session.ts'
import { createJournal } from './journal.ts'
import { phoneStorage } from '../api/phone-storage.ts'
import { createOutbox, type Outbox } from './outbox.ts'

/** A request on a dead network can hang for minutes; the same answer may be sent again, so it is given up early. */
const TRY_MS = 8_000

let opened: Outbox | undefined

export function theOutbox(): Outbox {
  opened ??= open()
  return opened
}

function open(): Outbox {
  const outbox = createOutbox({
    journal: createJournal(phoneStorage()),
    send: ({ videoTitle, ageCategory, triviaId, answer }) =>
      call(
        answerQuestion,
        { params: { videoTitle, ageCategory }, body: { triviaId, answer } },
        { signal: AbortSignal.timeout(TRY_MS) },
      ),
    whoIsIn: () => studentSession()?.studentId,
    later: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  addEventListener('online', () => outbox.hurry())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') outbox.hurry()
  })
  return outbox
}

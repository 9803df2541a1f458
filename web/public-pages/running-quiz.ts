// The running quiz of a logged-in student with its clock, as on every page of the app. The page itself is the same for everybody, so this
// is added here, and loaded only for students.
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { phoneStorage, tabStorage } from '../app/browser/storage.ts'
import { paths } from '../app/paths.ts'
import { followTime, noteServerTime, readClocks, serverTime } from '../app/api/server-time.ts'
import { findRunning, secondsLeft, secondsLeftAt } from '../app/quiz/rules.ts'
import { runningQuizText } from '../app/quiz/text.ts'
import { formatClock } from '../app/ui/format.ts'

type Attempts = ReplyOf<typeof listAttempts>

/** Shows the running quiz below the header, if there is one. */
export async function showRunningQuiz(): Promise<void> {
  const token = tabStorage.getItem('authToken') ?? phoneStorage.getItem('authToken')
  if (!token) return
  const attempts = await loadAttempts(token)
  const running = attempts && findRunning(attempts)
  if (running) showBar(running)
}

/** Returns undefined if the network failed or the login has ended; the page then shows no quiz. */
async function loadAttempts(token: string): Promise<Attempts | undefined> {
  try {
    const sent = readClocks()
    const reply = await fetch('/api/trivia/attempts', { headers: { authorization: `Bearer ${token}` } })
    noteServerTime(reply.headers, sent)
    return reply.ok ? ((await reply.json()) as Attempts) : undefined
  } catch {
    return undefined
  }
}

function showBar({ attempt, stopped }: NonNullable<ReturnType<typeof findRunning>>): void {
  const { videoId, videoTitle } = attempt
  const time = make('b', { className: 'num', role: 'timer', translate: false })
  const sentence = make('p', {}, time, ' ', make('span', { textContent: videoTitle }))
  const link = make('a', {
    className: 'btn btn--sm',
    href: paths.student.quiz(videoId),
    textContent: runningQuizText.continueQuiz,
    ariaLabel: runningQuizText.continueQuizOf(videoTitle),
  })
  const bar = make('aside', { className: 'running', ariaLabel: runningQuizText.runningQuiz }, sentence, link)
  const frame = make('div', { className: 'wrap' }, bar)
  const tick = () => {
    const left = stopped ? secondsLeftAt(attempt, stopped.startsAt) : secondsLeft(attempt, serverTime())
    time.textContent = formatClock(left)
    time.ariaLabel = runningQuizText.timeLeftShort(formatClock(left))
    if (left > 0) return
    stop()
    frame.remove()
  }
  const stop = followTime(tick)
  tick()
  document.getElementById('main')?.before(frame)
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

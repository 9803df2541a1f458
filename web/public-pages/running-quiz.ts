// The running quiz of a student who is logged in, with its clock, as on every page of the app. The page itself is the same for
// everybody, so it is added here, and loaded only for students.
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { listAttempts } from '@baobab/contract/quiz/endpoints.ts'
import { paths } from '../app/paths.ts'
import { readClock, secondsLeft, type QuizClock } from '../app/quiz/rules.ts'
import { runningQuizText } from '../app/quiz/text.ts'
import { formatClock } from '../app/ui/format.ts'

type Attempts = ReplyOf<typeof listAttempts>

/** Shows the running quiz below the header, if there is one. */
export async function showRunningQuiz(): Promise<void> {
  const token = readToken()
  if (!token) return
  const sentAt = performance.now()
  const { attempts, serverNow } = (await loadAttempts(token)) ?? { attempts: [], serverNow: '' }
  const running = attempts.find(({ state, hasVideo }) => state === 'running' && hasVideo)
  if (running) showBar(running, readClock({ ...running, serverNow }, sentAt, performance.now()))
}

function readToken(): string | null {
  try {
    return sessionStorage.getItem('authToken') ?? localStorage.getItem('authToken')
  } catch {
    return null
  }
}

/** Returns nothing if the network failed or the login has ended: the page does without. */
async function loadAttempts(token: string): Promise<Attempts | undefined> {
  try {
    const reply = await fetch('/api/trivia/attempts', { headers: { authorization: `Bearer ${token}` } })
    return reply.ok ? ((await reply.json()) as Attempts) : undefined
  } catch {
    return undefined
  }
}

function showBar({ videoId, videoTitle }: Attempts['attempts'][number], clock: QuizClock): void {
  const time = make('b', { className: 'num', role: 'timer' })
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
    const left = secondsLeft(clock, performance.now())
    time.textContent = formatClock(left)
    time.ariaLabel = runningQuizText.timeLeftShort(formatClock(left))
    if (left > 0) return
    clearInterval(timer)
    frame.remove()
  }
  const timer = setInterval(tick, 250)
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

import { lagosDate } from '@baobab/contract/accounts/rules.ts'
import type { DrawNews } from '@baobab/contract/scholarship/draw-news.ts'
import { leftOutSentences } from '@baobab/contract/scholarship/endpoints.ts'
import { shortMonthName } from '@baobab/contract/scholarship/rules.ts'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { serverDate, serverTime } from '../api/server-time.ts'
import { useStudentSession } from '../api/session.ts'
import { phoneStorage } from '../browser/storage.ts'
import { celebrateOnce } from '../celebration/celebrate.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { formatDay } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Scene } from '../ui/scene.tsx'
import { chooseDrawNews, dismissNews, noteRank, type NewsItem, type NewsMemory } from './choose-draw-news.ts'
import { formatDaysLeft } from './days-left.ts'
import { newsText as text } from './news-text.ts'

const memoryKey = (studentId: string) => `drawNews_${studentId}`

function readMemory(studentId: string): NewsMemory {
  try {
    return JSON.parse(phoneStorage.getItem(memoryKey(studentId)) ?? '') as NewsMemory
  } catch {
    return { dismissed: [] }
  }
}

/** What this browser remembers about the news of a student. */
function useMemory({ current: { rank } }: DrawNews) {
  const session = useStudentSession()
  const [studentId] = useState(session?.studentId ?? '')
  const board = session?.ageCategory ?? ''
  const today = lagosDate(serverDate())
  const [memory, setMemory] = useState(() => readMemory(studentId))
  const noted = rank === null ? memory : noteRank(memory, { rank, day: today, board })
  const stored = JSON.stringify(noted)
  useEffect(() => void phoneStorage.setItem(memoryKey(studentId), stored), [studentId, stored])
  const dismiss = (id: string) => setMemory(dismissNews(noted, id))
  return { dismissed: noted.dismissed, earlierRank: noted.rank?.before ?? null, today, dismiss }
}

/** One piece of news about the draws: a sentence, what to do next, and a button that hides it. */
export function DrawNewsCard({ news }: { news: DrawNews }) {
  const { dismiss, ...context } = useMemory(news)
  const item = chooseDrawNews(news, { ...context, now: serverDate() })
  const heading = useRef<HTMLHeadingElement>(null)
  const wonMonth = item && 'prize' in item && item.kind !== 'picked' ? item.prize.month : undefined
  const climbed = item?.kind === 'climbed' ? item.id : undefined
  useEffect(() => {
    if (wonMonth !== undefined) celebrateOnce('prize', wonMonth)
    if (climbed !== undefined) celebrateOnce('rank', climbed)
  }, [wonMonth, climbed])
  if (!item) return null
  // The button may disappear, so the focus moves to the next news.
  const hide = (id: string) => {
    flushSync(() => dismiss(id))
    heading.current?.focus()
  }
  const { id } = item
  const { title, help, link } = describe(item)
  const isPrize = 'prize' in item
  return (
    <section
      className={isPrize ? 'news cloth' : `news ${isGood(item) ? 'news--good' : 'card'}`}
      aria-labelledby="draw-news"
    >
      {isPrize && <Scene name="trophy" />}
      <div className="grow stack stack-2">
        <h2 className={isPrize ? 'h-24' : 'card__h'} id="draw-news" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p>
          {help} {!isPrize && <Link to={link.to}>{link.label}</Link>}
        </p>
        {isPrize && (
          <p>
            <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={link.to}>
              {link.label}
            </Link>
          </p>
        )}
      </div>
      {id !== undefined && (
        <button type="button" className="icon-btn" aria-label={text.dismiss} onClick={() => hide(id)}>
          <Icon name="x" size="sm" />
        </button>
      )}
    </section>
  )
}

type Described = { title: string; help: string; link: { to: string; label: string } }

const isGood = ({ kind }: NewsItem) => kind === 'listed' || kind === 'climbed' || kind === 'in'

const day = (at: string) => formatDay(new Date(at))

function describe(item: NewsItem): Described {
  switch (item.kind) {
    case 'picked':
      return {
        title: text.picked(shortMonthName(item.prize.month)),
        help: text.checking,
        link: { to: paths.student.claim, label: text.seePrize },
      }
    case 'claim':
    case 'agree':
    case 'prize':
      return describePrize(item)
    case 'listed':
      return {
        title: text.listed(shortMonthName(item.draw.month)),
        help: Date.parse(item.draw.drawsAt) > serverTime() ? text.weDraw(day(item.draw.drawsAt)) : text.numberIsLate,
        link: { to: paths.student.draws, label: text.seeNumber },
      }
    case 'not-listed':
      return {
        title: text.notListed(shortMonthName(item.draw.month)),
        help: item.draw.leftOut === null ? text.notChecked : leftOutSentences[item.draw.leftOut],
        link: { to: paths.student.draws, label: item.draw.canClaim ? text.tellUs : text.seeWhy },
      }
    case 'lost':
      return {
        title: text.lost(item.draw.winner),
        help: text.nextOpen(shortMonthName(item.month)),
        link: { to: paths.draw(item.draw.month), label: text.seeDraw },
      }
    case 'climbed':
      return {
        title: text.climbed(item.rank.toLocaleString('en-NG')),
        help: text.places(item.places),
        link: { to: paths.student.scholarship, label: text.seeBoard },
      }
    case 'in':
      return {
        title: text.in(shortMonthName(item.month)),
        help: `${text.stay} ${formatDaysLeft(serverTime())}`,
        link: { to: paths.student.draws, label: text.seeDraw },
      }
  }
}

function describePrize({ kind, prize }: NewsItem & { kind: 'claim' | 'agree' | 'prize' }): Described {
  const { month, state, claimBy, paidOn } = prize
  const title = text.won(shortMonthName(month))
  const isOver = Date.parse(claimBy) < serverTime()
  const toClaim = (label: string) => ({ to: paths.student.claim, label })
  if (kind === 'claim') {
    const help = state === 'confirmed' ? text.claimToBePaid : isOver ? text.claimNow : text.claimBy(day(claimBy))
    return { title, help, link: toClaim(text.claim) }
  }
  if (kind === 'agree') {
    const help = state === 'confirmed' || isOver ? text.agree : text.agreeBy(day(claimBy))
    return { title, help, link: toClaim(text.seeHow) }
  }
  const help = paidOn !== null ? text.paidOn(day(paidOn)) : state === 'confirmed' ? text.onItsWay : text.weCall
  return { title, help, link: toClaim(text.seePrize) }
}

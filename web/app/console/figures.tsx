import { ageCategories } from '@baobab/contract/age.ts'
import { leaderboard } from '@baobab/contract/leaderboard.ts'
import { BOARD_PLACES } from '@baobab/contract/limits.ts'
import { scholarshipMonth } from '@baobab/contract/month.ts'
import { text } from '@baobab/contract/text.ts'
import type { AdminVideo } from '@baobab/contract/videos.ts'
import { useQueries } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { q } from '../api/q.ts'
import { day, shortDay } from '../ui/dates.ts'
import { counted } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { questionTotal } from './use-console-videos.ts'

/** What the product can count today. */
export function Figures({ videos }: { videos: readonly AdminVideo[] }) {
  const premium = videos.filter((video) => video.access === 'premium').length
  const questions = videos.reduce((sum, video) => sum + questionTotal(video), 0)
  const games = videos.filter((video) => questionTotal(video) > 0).length
  const { closesAt, drawsAt } = useState(() => scholarshipMonth(new Date()))[0]
  return (
    <dl className="grid g4 figures">
      <Figure label="Videos" icon="video" value={videos.length.toLocaleString('en-NG')}>
        {premium.toLocaleString('en-NG')} premium
      </Figure>
      <Figure label="Questions" icon="question" value={questions.toLocaleString('en-NG')}>
        in {counted(games, 'game')}
      </Figure>
      <OnTheBoards />
      <Figure label="Month closes" icon="graduation-cap" value={shortDay(closesAt)}>
        drawn on {day(drawsAt)}
      </Figure>
    </dl>
  )
}

function OnTheBoards() {
  const boards = useQueries({
    queries: ageCategories.map((ageCategory) => q(leaderboard, { query: { ageCategory } })),
  })
  const [young, older] = boards.map((board) => board.data)
  const isCut = [young, older].some((board) => board?.length === BOARD_PLACES)
  const total = young && older && young.length + older.length
  return (
    <Figure
      label="On the leaderboard"
      icon="users-three"
      value={total === undefined ? '…' : total.toLocaleString('en-NG') + (isCut ? '+' : '')}
    >
      {young && older ? (
        <>
          <span className="part">{placesOf(young)} in 5-10,</span>{' '}
          <span className="part">{placesOf(older)} in 11-20</span>
        </>
      ) : boards.some((board) => board.isError) ? (
        text.boardFailed
      ) : (
        text.boardLoading
      )}
    </Figure>
  )
}

/** The board ends at its last place; more students may stand behind it. */
function placesOf(board: readonly unknown[]): string {
  return board.length === BOARD_PLACES
    ? `top ${BOARD_PLACES.toLocaleString('en-NG')}`
    : board.length.toLocaleString('en-NG')
}

type FigureProps = { label: string; icon: IconName; value: string; children: ReactNode }

function Figure({ label, icon, value, children }: FigureProps) {
  return (
    <div className="card figure">
      <dt className="row between nowrap muted small">
        {label}
        <Icon name={icon} />
      </dt>
      <dd>
        <b className="num big">{value}</b>
        <span className="small muted">{children}</span>
      </dd>
    </div>
  )
}

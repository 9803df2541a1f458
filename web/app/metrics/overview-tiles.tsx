import type { Who } from '@baobab/contract/accounts/rules.ts'
import type { ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import type { overview as endpoint } from '@baobab/contract/metrics/endpoints.ts'
import { monthCloses, scholarshipMonth } from '@baobab/contract/scholarship/rules.ts'
import { listStudents } from '@baobab/contract/students/endpoints.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '../admin-paths.ts'
import { useServerTime } from '../api/use-server-time.ts'
import { useIsAllowed } from '../shell/if-allowed.tsx'
import { formatDay, formatShortDay, formatCount } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { formatAmount } from './describe-metrics.ts'
import { text } from './text.ts'

type Overview = ReplyOf<typeof endpoint>

/** Shows current numbers. Most tiles link to a page with details. */
export function OverviewTiles({ students, videos, storage }: Overview) {
  const { closesAt, drawsAt } = monthCloses(useServerTime((nowMs) => scholarshipMonth(new Date(nowMs)).month))
  return (
    <ul className="grid tiles">
      <Tile
        label={text.students}
        icon="users-three"
        value={formatAmount(students.all)}
        to={adminPaths.users}
        who={listStudents.who}
      >
        {formatCount(students.paid, 'paid account')}
      </Tile>
      <Tile
        label={text.videosReady}
        icon="video"
        value={formatAmount(videos.ready)}
        to={adminPaths.content}
        who={listAdminVideos.who}
      >
        {videos.processing > 0 ? text.processing(formatAmount(videos.processing)) : text.noneProcessing}
      </Tile>
      <Tile label={text.storage} icon="film-strip" value={formatDiskSize(storage.usedBytes)}>
        {storage.freeBytes === null ? text.storageInObjectStore : text.storageFree(formatDiskSize(storage.freeBytes))}
      </Tile>
      <Tile label={text.monthCloses} icon="graduation-cap" value={formatShortDay(closesAt)} to={adminPaths.scholarship}>
        {text.drawOn(formatDay(drawsAt))}
      </Tile>
    </ul>
  )
}

type TileProps = {
  label: string
  icon: IconName
  value: string
  /** The page with details, and who may call its endpoint: for other roles the tile is not a link. */
  to?: string
  who?: Who
  children: ReactNode
}

function Tile({ label, icon, value, to, who = 'admin', children }: TileProps) {
  const isLink = useIsAllowed(who)
  const inside = (
    <>
      <span className="row between nowrap muted small">
        {label}
        <Icon name={icon} />
      </span>
      <b className="num big">{value}</b>
      <span className="small muted">{children}</span>
    </>
  )
  return (
    <li>
      {to === undefined || !isLink ? (
        <div className="card figure">{inside}</div>
      ) : (
        <Link className="card figure" to={to}>
          {inside}
        </Link>
      )}
    </li>
  )
}

/** Formats a disk size: '0.4 GB', '12 GB', '1.8 TB'; below 0.1 GB in whole megabytes. */
function formatDiskSize(bytes: number): string {
  const gb = bytes / 1e9
  if (gb >= 1_000) return `${toTenths(gb / 1_000)} TB`
  if (gb >= 0.1) return `${gb >= 10 ? Math.round(gb) : toTenths(gb)} GB`
  return `${Math.ceil(bytes / 1e6)} MB`
}

const toTenths = (value: number) => Math.round(value * 10) / 10

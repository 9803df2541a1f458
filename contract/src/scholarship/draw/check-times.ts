// Checks the time stamps of outside authorities, which prove that the list and the notices existed before the round was known.
import { findChain, type DrawCheck, type DrawFiles } from './check-draw.ts'
import { step, type CheckStep } from './check-rows.ts'
import { findDueAttempt } from './attempt.ts'
import {
  timeOfRound,
  type Chain,
  MAX_ATTEMPTS,
  MIN_NOTICE_MS,
  REDRAW_AFTER_MS,
  STAMP_GRACE_MS,
  STRIKE_UNTIL_MS,
} from './schedule.ts'
import { formatNotices, type DrawNotice, parseStampName, type SavedStamp, type Stamped } from './files.ts'
import { hashDrawList, type DrawList } from './list.ts'
import { timeStampFaults } from './texts.ts'
import { checkTimeStamp, type TimeStamp } from './time-stamp.ts'

/** A valid time stamp, and the name of the file that it is for. */
export type ShownStamp = TimeStamp & { file: string }
/** `unstamped`: files without a time stamp that would need one to prove that they existed in time. */
export type CheckedTimes = { steps: CheckStep[]; stamps: ShownStamp[]; unstamped: string[] }

type Named = Stamped & Pick<SavedStamp, 'bytes'>
type Checking = { files: DrawFiles; list: DrawList; chain: Chain }

/** Checks the time stamps of a draw that is otherwise valid, one step for each file that has any. */
export async function checkTimes(check: DrawCheck, files: DrawFiles): Promise<CheckedTimes> {
  const { list } = check
  const chain = list && findChain(list.chainHash, files.chain)
  if (!list || !chain || check.steps.some(({ isTrue }) => !isTrue)) return { steps: [], stamps: [], unstamped: [] }
  const named = (files.stamps ?? []).flatMap(({ name, bytes }): Named[] => {
    const stamped = parseStampName(name)
    return stamped ? [{ ...stamped, bytes }] : []
  })
  const found: CheckedTimes = { steps: [], stamps: [], unstamped: [] }
  const timely = new Set<string>()
  for (const file of new Set(named.map((one) => one.file))) {
    const { stamps, ...checked } = await checkFile(
      named.filter((one) => one.file === file),
      { files, list, chain },
    )
    if (checked.fault !== undefined || checked.isInTime) found.steps.push(step('time', checked.attempt, checked.fault))
    if (checked.isInTime) timely.add(file)
    found.stamps.push(...stamps)
  }
  if (named.length > 0) found.unstamped.push(...listUnstamped({ files, list, chain }, { named, timely }))
  return found
}

/** Lists the files without a time stamp, so that a missing one does not pass for a good one. */
function listUnstamped(
  { files: { notices }, list, chain }: Checking,
  { named, timely }: { named: readonly Named[]; timely: ReadonlySet<string> },
): string[] {
  const stamped = (last: number | undefined) => named.some((one) => one.last === last && timely.has(one.file))
  const wanted = notices.flatMap((_, last) =>
    findNoticeTime(list, { notices: notices.slice(0, last + 1), chain }) && !stamped(last)
      ? [`notices-${last}.json`]
      : [],
  )
  return [...(stamped(undefined) ? [] : ['list.txt']), ...wanted]
}

type CheckedFile = { stamps: ShownStamp[]; attempt: number; fault?: string; isInTime?: boolean }

/** Checks the time stamps of one file. One in time is enough, because another authority may have been unreachable. */
async function checkFile(named: readonly Named[], { files, list, chain }: Checking): Promise<CheckedFile> {
  const { file = '', last } = named[0] ?? {}
  const notices = last === undefined ? [] : files.notices.slice(0, last + 1)
  const attempt = notices.at(-1)?.attempt ?? 0
  // The notice may be newer than the saved files.
  if (last !== undefined && notices.length <= last) return { stamps: [], attempt }
  const text = last === undefined ? files.list : formatNotices(list.protocol, notices)
  const stamps: ShownStamp[] = []
  for (const { bytes } of named) {
    const { stamp, fault } = await checkTimeStamp(bytes, { hash: hashDrawList(text) })
    // Other tools can check such a signature, so it is no sign of forgery.
    if (fault !== undefined && fault !== 'unknownSignature')
      return { stamps, attempt, fault: `${file}: ${timeStampFaults[fault]}` }
    if (stamp) stamps.push({ ...stamp, file })
  }
  const by = last === undefined ? findListTime(list, chain) : findNoticeTime(list, { notices, chain })
  if (!by || stamps.length === 0) return { stamps, attempt }
  if (stamps.some(({ at }) => at <= by)) return { stamps, attempt, isInTime: true }
  return { stamps, attempt, fault: `${file} had to be there by ${by.toISOString()}, and its time stamps are later.` }
}

/** Returns the latest acceptable time of a list's time stamp. */
export function findListTime({ round }: Pick<DrawList, 'round'>, chain: Chain): Date {
  return new Date(timeOfRound(chain, round).getTime() - MIN_NOTICE_MS + STAMP_GRACE_MS)
}

/**
 * Returns the latest acceptable time of these notices' time stamp, judged by the last of them: before the round it could influence.
 * @returns undefined if a later time could not benefit anybody
 */
export function findNoticeTime(
  list: Pick<DrawList, 'protocol' | 'round'>,
  { notices, chain }: { notices: readonly DrawNotice[]; chain: Chain },
): Date | undefined {
  const last = notices.at(-1)
  if (last?.kind === 'voided') return new Date(timeOfRound(chain, list.round).getTime() - STRIKE_UNTIL_MS)
  const isBefore =
    last?.kind === 'sealed' || last?.kind === 'changed' || (last?.kind === 'struck' && last.nonce === undefined)
  const isRedraw = last?.kind === 'disqualified' && last.attempt < MAX_ATTEMPTS
  const due = isBefore || isRedraw ? findDueAttempt(list, { attempt: last.attempt, notices, chain }) : undefined
  if (!due) return undefined
  const round = timeOfRound(due.chain, due.round).getTime()
  return new Date(isRedraw ? round - REDRAW_AFTER_MS + STAMP_GRACE_MS : round)
}

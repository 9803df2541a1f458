// Checks the time stamps of outside authorities: that the list and the notices were there before anybody could know the round.
import { findChain, type DrawCheck, type DrawFiles } from './check-draw.ts'
import { step, type CheckStep } from './check-step.ts'
import { findDueAttempt } from './draw-attempt.ts'
import { timeOfRound, type Chain } from './draw-chain.ts'
import { formatNotices, type DrawNotice } from './draw-files.ts'
import { hashDrawList, type DrawList } from './draw-list.ts'
import { MIN_NOTICE_MS, REDRAW_AFTER_MS, STAMP_GRACE_MS } from './draw-schedule.ts'
import { parseStampName, type SavedStamp, type Stamped } from './stamp-name.ts'
import { timeStampFaults } from './time-stamp-text.ts'
import { checkTimeStamp, type TimeStamp } from './time-stamp.ts'

/** A time stamp that holds, and the name of what it is of. */
export type ShownStamp = TimeStamp & { file: string }
export type CheckedTimes = { steps: CheckStep[]; stamps: ShownStamp[] }

type Named = Stamped & Pick<SavedStamp, 'bytes'>
type Checking = { files: DrawFiles; list: DrawList; chain: Chain }

/** Checks the time stamps of a draw that is true otherwise, one step for each file that has any. */
export async function checkTimes(check: DrawCheck, files: DrawFiles): Promise<CheckedTimes> {
  const { list } = check
  const chain = list && findChain(list.chainHash, files.chain)
  if (!list || !chain || check.steps.some(({ isTrue }) => !isTrue)) return { steps: [], stamps: [] }
  const named = (files.stamps ?? []).flatMap(({ name, bytes }): Named[] => {
    const stamped = parseStampName(name)
    return stamped ? [{ ...stamped, bytes }] : []
  })
  const found: CheckedTimes = { steps: [], stamps: [] }
  for (const file of new Set(named.map((one) => one.file))) {
    const { stamps, ...checked } = await checkFile(
      named.filter((one) => one.file === file),
      { files, list, chain },
    )
    found.steps.push(step('time', checked.attempt, checked.fault))
    found.stamps.push(...stamps)
  }
  return found
}

type CheckedFile = { stamps: ShownStamp[]; attempt: number; fault?: string }

/** Checks the time stamps of one file. One that is in time is enough: another authority may have been away. */
async function checkFile(named: readonly Named[], checking: Checking): Promise<CheckedFile> {
  const { file = '', last } = named[0] ?? {}
  const notices = last === undefined ? [] : checking.files.notices.slice(0, last + 1)
  const attempt = notices.at(-1)?.attempt ?? 0
  if (last !== undefined && notices.length <= last)
    return { stamps: [], attempt, fault: `A time stamp is of ${file}, and these files have fewer notices.` }
  const text = last === undefined ? checking.files.list : formatNotices(checking.list.protocol, notices)
  const stamps: ShownStamp[] = []
  for (const { bytes } of named) {
    const { stamp, fault } = await checkTimeStamp(bytes, { hash: hashDrawList(text) })
    // Others can check such a signature: it is no sign of a forgery.
    if (fault !== undefined && fault !== 'unknownSignature')
      return { stamps, attempt, fault: `${file}: ${timeStampFaults[fault]}` }
    if (stamp) stamps.push({ ...stamp, file })
  }
  const by = last === undefined ? findListTime(checking) : findNoticeTime(notices, checking)
  const isInTime = !by || stamps.length === 0 || stamps.some(({ at }) => at <= by)
  if (isInTime) return { stamps, attempt }
  return { stamps, attempt, fault: `${file} had to be there by ${by.toISOString()}, and its time stamps are later.` }
}

/** Returns when a list had to be there. */
function findListTime({ list, chain }: Checking): Date {
  return new Date(timeOfRound(chain, list.round).getTime() - MIN_NOTICE_MS + STAMP_GRACE_MS)
}

/** Returns when the last of these notices had to be there; undefined if nobody could gain by a later time. */
function findNoticeTime(notices: readonly DrawNotice[], { list, chain }: Checking): Date | undefined {
  const last = notices.at(-1)
  const isBefore =
    last?.kind === 'sealed' || last?.kind === 'changed' || (last?.kind === 'struck' && last.nonce === undefined)
  const isRedraw = last?.kind === 'disqualified'
  const due = isBefore || isRedraw ? findDueAttempt(list, { attempt: last.attempt, notices, chain }) : undefined
  if (!due) return undefined
  const round = timeOfRound(due.chain, due.round).getTime()
  return new Date(isRedraw ? round - REDRAW_AFTER_MS + STAMP_GRACE_MS : round)
}

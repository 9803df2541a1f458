// Turns the details of an audit line into a sentence. Lines of earlier releases may lack a detail.
import { languageNames } from '@baobab/contract/kernel/languages.ts'
import { roleTexts, UNKNOWN_DEVICE } from '@baobab/contract/accounts/text.ts'
import type { AuditAction, AuditLine } from '@baobab/contract/audit/endpoints.ts'
import { formatNaira } from '@baobab/contract/payments/rules.ts'
import type { StoredSegment } from '@baobab/contract/notifications/admin.ts'
import { disqualificationLabels, replacementLabels } from '@baobab/contract/scholarship/draw/list.ts'
import { monthName } from '@baobab/contract/scholarship/rules.ts'
import { queueLabel } from '@baobab/contract/system/endpoints.ts'
import { outcomeLabels, reasonLabels, text as fairPlayText } from '../fair-play/admin/text.ts'
import { methodLabels, recipientLabel } from '../notifications/admin/text.ts'
import { typeLabels } from '../notifications/text.ts'
import { text as quizText } from '../quiz/admin/text.ts'
import { formatCount } from '../ui/format.ts'
import { correctionSentences } from './correction-sentences.ts'
import { describeOther, formatDay, formatInstant, join, labelOf, readDetails, type Details } from './details.ts'
import { lists } from './text.ts'

type Sentence = (details: Details, subject: AuditLine['subject']) => string

/** For actions whose name says everything. */
const nothing: Sentence = () => ''

const formatRole = (role: string) => (roleTexts as Record<string, { label: string }>)[role]?.label ?? role
/** Several roles are separated by commas. */
const formatRoles = (roles: string) => roles.split(', ').map(formatRole).join(' and ')

const asRole: Sentence = (d) => (d.text('role') ? `As ${formatRoles(d.text('role'))}.` : '')
const forAges = (d: Details) => d.text('ageCategory') && `For ages ${d.text('ageCategory')}.`
const quizOf: Sentence = (d) => forAges(d)
const toTheEnd: Sentence = (d) => (d.has('before') && !d.text('before') ? 'To the end.' : '')
const ofTitle: Sentence = (d) => d.text('title') && `“${d.text('title')}”.`
const ofMonth: Sentence = (d) => d.text('month') && `For ${monthName(d.text('month'))}.`
const replacedOrRemoved: Sentence = (d) => (d.is('removed') ? 'Removed it.' : '')
const changedCaptions: Sentence = (d) =>
  join(d.text('language') && `In ${labelOf(languageNames, d.text('language'))}.`, d.is('removed') && 'Removed them.')
const change: Sentence = (d) => {
  const label = labelOf(fairPlayText.proposedChanges, d.text('change'))
  return label && `${label}.`
}
const decidedBy = (d: Details) => d.count('admins') > 1 && `${d.count('admins')} admins decided.`
/** Draw numbers count from 1. Importing the rule would give the students' draws page one more script to load. */
const numberInDraw = (d: Details) => d.has('index') && `Number ${d.count('index') + 1}.`
const reasonOf = (labels: Readonly<Record<string, string>>, d: Details) =>
  d.text('reason') && `Reason: ${labelOf(labels, d.text('reason'))}.`

const ofList: Sentence = (d) => d.text('list') && `${labelOf(lists, d.text('list'))}.`

const pause: Sentence = (d) => d.text('from') && `${formatDay(d.text('from'))} to ${formatDay(d.text('to'))}.`

const voidLabels: Readonly<Record<string, string>> = {
  all: 'Void: everyone who answered it gets the points.',
  none: 'Void: nobody gets points for it.',
}
const correctedAnswer: Sentence = (d) =>
  join(
    labelOf(voidLabels, d.text('voided')),
    d.text('newAnswer') && `From “${d.text('oldAnswer')}” to “${d.text('newAnswer')}”.`,
    d.is('keepsOld') && 'Both answers count.',
    d.text('wasVoided') && !d.text('voided') && 'It was void and counts again.',
  )

function editedQuestion(d: Details): string {
  const [before, after] = [d.text('correctAnswerBefore'), d.text('correctAnswer')]
  return join(
    forAges(d),
    after !== '' && before !== after && `Correct answer: “${before}” before, “${after}” now.`,
    d.is('explanationChanged') && 'New explanation.',
    d.is('momentChanged') && 'New moment in the video.',
    d.is('picturesRemoved') && 'Pictures removed.',
  )
}

function askedCount(d: Details): string {
  const label = (count: number) => (count === 0 ? 'all' : String(count))
  return join(forAges(d), `From ${label(d.count('before'))} to ${label(d.count('askedCount'))} questions.`)
}

function recipients(d: Details): string {
  if (d.text('audience') === 'student') return 'one student'
  const segment = d.text('segment') ? (JSON.parse(d.text('segment')) as StoredSegment) : null
  return recipientLabel({ username: null, ageCategory: d.text('ageCategory') || null, segment })
}

const notification: Sentence = (d) =>
  join(
    d.has('audience') && `To: ${recipients(d)}.`,
    d.text('type') && `${labelOf(typeNames, d.text('type'))}.`,
    d.text('method') && `${labelOf(methodLabels, d.text('method'))}.`,
    d.text('video') && 'About a video.',
    d.text('state') === 'scheduled' && `Planned for ${formatInstant(d.text('publishAt'))}.`,
  )
const typeNames = Object.fromEntries(Object.entries(typeLabels).map(([type, { label }]) => [type, label]))

const visibility: Sentence = (d) =>
  join(
    d.text('access') && (d.text('access') === 'free' ? 'Free.' : 'For students who paid.'),
    d.is('isDraft') && 'Draft: no student sees it.',
    !d.is('isDraft') && d.text('publishAt') !== '' && `Published from ${formatInstant(d.text('publishAt'))}.`,
  )

const organized: Sentence = (d) =>
  join(
    d.has('assignee') && (d.text('assignee') ? 'Assigned to an admin.' : 'Assigned to nobody.'),
    d.text('followUpOn') && `Follow up on ${formatDay(d.text('followUpOn'))}.`,
    d.has('isClosed') && (d.is('isClosed') ? 'Closed.' : 'Open.'),
  )

const setting: Sentence = (d, subject) => {
  const isAmount = subject?.kind === 'setting' && subject._id.endsWith('Kobo')
  const label = (name: string) => (isAmount ? formatNaira(d.count(name)) : d.text(name) || 'nothing')
  return `Before: ${label('before')}. Now: ${label('after')}.`
}

const jobs: Sentence = (d) =>
  join(`${queueLabel(d.text('queue'))}.`, d.count('jobs') > 1 && `${formatCount(d.count('jobs'), 'job')}.`)

const maintenanceTimes: Sentence = (d) =>
  d.text('startsAt') && `${formatInstant(d.text('startsAt'))} to ${formatInstant(d.text('expectedEndAt'))}.`

/** Filters are named as in the address. An export may have any filter of its list. */
function exported(details: AuditLine['details']): string {
  const { what, format, columns, rows, searched, ...filters } = details
  return join(
    typeof what === 'string' &&
      `${labelOf(lists, what)}${typeof format === 'string' ? ` as ${format.toUpperCase()}` : ''}.`,
    typeof rows === 'number' && `${formatCount(rows, 'selected row')}.`,
    searched === true && 'Found by a search.',
    describeOther(filters),
    typeof columns === 'string' && `Columns: ${columns}.`,
  )
}

const ofAmount: Sentence = (d) => (d.count('amountKobo') > 0 ? `${formatNaira(d.count('amountKobo'))}.` : '')

const changedRows: Sentence = (d) => (d.count('rows') > 0 ? `${formatCount(d.count('rows'), 'row')}.` : '')

const sentences: Record<Exclude<AuditAction, 'export.started'>, Sentence> = {
  'admin.registered': asRole,
  'admin.logged_in': (d) =>
    d.text('device') && (d.text('device') === UNKNOWN_DEVICE ? 'On an unknown device.' : `On ${d.text('device')}.`),
  'admin.logged_out': nothing,
  'admin.invited': asRole,
  'admin.invited_again': asRole,
  'admin.invitation_revoked': nothing,
  'admin.access_ended': nothing,
  'admin.role_changed': (d) => `From ${formatRoles(d.text('from'))} to ${formatRoles(d.text('to'))}.`,
  'admin.confirmed': nothing,
  'admin.password_changed': nothing,
  'admin.password_reset': nothing,
  'admin.recovery_code_used': nothing,
  'admin.second_factor_begun': nothing,
  'admin.second_factor_on': nothing,
  'admin.second_factor_off': nothing,
  'admin.recovery_codes_made': nothing,
  'admin.session_ended': nothing,
  'admin.sessions_ended': nothing,
  'admin.picture_changed': nothing,
  'admin.view_saved': ofList,
  'admin.view_changed': ofList,
  'admin.view_deleted': ofList,
  ...correctionSentences,
  'student.read': nothing,
  'student.details_read': nothing,
  'student.disqualified': nothing,
  'student.restored': nothing,
  'student.extra_time_set': nothing,
  'student.flags_read': nothing,
  'student.held': (d) => reasonOf(reasonLabels, d),
  'student.cleared': nothing,
  'student.change_proposed': change,
  'student.change_withdrawn': change,
  'appeal.answered': (d) => d.text('outcome') && `${labelOf(outcomeLabels, d.text('outcome'))}.`,
  'student.streak_paused': pause,
  'student.streak_pause_deleted': pause,
  'student.verification_resent': nothing,
  'student.merged': (d) =>
    join(
      d.count('moved') > 0 && `${formatCount(d.count('moved'), 'quiz', 'quizzes')} moved.`,
      d.count('replaced') > 0 && `${formatCount(d.count('replaced'), 'quiz', 'quizzes')} replaced.`,
    ),
  'student.merge_previewed': nothing,
  'student.duplicates_read': nothing,
  'student.note_added': nothing,
  'student.note_deleted': nothing,
  'student.notes_read': nothing,
  'registration.mail_resent': nothing,
  'student.email_bounced': nothing,
  'payment.read': nothing,
  'payment.checked': nothing,
  'payment.refund_noted': ofAmount,
  'payment.refund_account_given': ofAmount,
  'payment.refund_settled': (d) => (d.is('isSettled') ? 'It needs no more attention.' : 'It needs attention again.'),
  'attempt.reset': (d) => (d.count('points') > 0 ? `The student lost ${formatCount(d.count('points'), 'point')}.` : ''),
  'bulk.started': changedRows,
  'bulk.stopped': (d) => (d.count('rows') > 0 ? `After ${formatCount(d.count('rows'), 'row')}.` : ''),
  'bulk.undone': changedRows,
  'export.opened': nothing,
  'video.uploaded': nothing,
  'video.updated': (d) =>
    join(
      d.is('renamed') && 'New title.',
      d.is('replaced') && 'New video file.',
      d.is('seriesChanged') && 'Different series.',
      d.is('valuesChanged') && 'Different moral values.',
    ),
  'video.visibility_set': visibility,
  'video.deleted': nothing,
  'video.restored': nothing,
  'video.ordered': toTheEnd,
  'video.processed': nothing,
  'video.poster_changed': replacedOrRemoved,
  'video.captions_changed': changedCaptions,
  'series.created': nothing,
  'series.updated': (d) => (d.is('renamed') ? 'New title.' : ''),
  'series.deleted': ofTitle,
  'series.ordered': toTheEnd,
  'series.videos_ordered': toTheEnd,
  'question.add': quizOf,
  'question.edited': editedQuestion,
  'question.pictures_set': quizOf,
  'question.pictures_deleted': quizOf,
  'question.deleted': (d) => join(d.text('question') && `“${d.text('question')}”`, forAges(d)),
  'question.restored': quizOf,
  'question.moved': (d) => d.text('toAgeCategory') && `To a quiz for ages ${d.text('toAgeCategory')}.`,
  'question.ordered': (d) => join(forAges(d), toTheEnd(d, null)),
  'report.answered': (d) =>
    join(
      `${labelOf(quizText.outcomes, d.text('outcome'))}.`,
      d.count('reports') > 0 && `${formatCount(d.count('reports'), 'report')}.`,
    ),
  'regrade.proposed': correctedAnswer,
  'regrade.agreed': correctedAnswer,
  'regrade.withdrawn': correctedAnswer,
  'quiz.asked_count_set': askedCount,
  'sheet.imported': (d) =>
    join(
      `${formatCount(d.count('added'), 'question')} added.`,
      d.count('updated') > 0 && `${d.count('updated')} updated.`,
      d.count('skipped') > 0 && `${d.count('skipped')} left out.`,
    ),
  'sheet.import_undone': (d) =>
    join(
      d.count('removed') > 0 && `${formatCount(d.count('removed'), 'question')} removed.`,
      d.count('restored') > 0 && `${formatCount(d.count('restored'), 'question')} changed back.`,
    ),
  'notification.sent': notification,
  'notification.changed': notification,
  'notification.canceled': nothing,
  'notification.mailed_again': (d) => `${formatCount(d.count('mails'), 'email')}.`,
  'notifications.read': nothing,
  'message.read': nothing,
  'message.answered': nothing,
  'message.mailed_again': nothing,
  'message.organized': organized,
  'message.note_added': nothing,
  'answer.saved': ofTitle,
  'answer.changed': ofTitle,
  'answer.deleted': ofTitle,
  'setting.changed': setting,
  'jobs.retried': jobs,
  'jobs.discarded': jobs,
  'draw.frozen': (d) => `${formatCount(d.count('entrants'), 'number')} on the list.`,
  'draw.struck': (d) => (d.count('struck') > 0 ? `${formatCount(d.count('struck'), 'number')} cannot win.` : ''),
  'draw.changed': (d) => join(change(d, null), decidedBy(d)),
  'draw.fallback': nothing,
  'draw.drawn': nothing,
  'draw.disqualification-proposed': (d) => join(numberInDraw(d), reasonOf(disqualificationLabels, d)),
  'draw.replacement-proposed': (d) => reasonOf(replacementLabels, d),
  'draw.witnesses-proposed': (d) => `${formatCount(d.count('count'), 'witness', 'witnesses')}.`,
  'draw.witnesses': (d) => join(`${formatCount(d.count('count'), 'witness', 'witnesses')}.`, decidedBy(d)),
  'draw.revealed': (d) => (d.has('position') ? `Witness ${d.count('position') + 1}.` : ''),
  'draw.refused': (d) => (d.has('position') ? `Witness ${d.count('position') + 1} refused.` : ''),
  'draw.voided': (d) => join(reasonOf(replacementLabels, d), decidedBy(d)),
  'draw.proposal-withdrawn': nothing,
  'draw.disqualified': (d) => join(numberInDraw(d), reasonOf(disqualificationLabels, d), decidedBy(d)),
  'draw.confirmed': (d) => join(numberInDraw(d)),
  'draw.ended': (d) => (d.text('reason') === 'struck' ? 'Nobody on the list could win.' : 'All attempts are used.'),
  'claim.refused': ofMonth,
  'claim.accepted': ofMonth,
  'prize.contacts_read': (d) => d.text('months') && `For ${d.text('months').split(', ').map(monthName).join(', ')}.`,
  'prize.claim_changed': nothing,
  'prize.name_confirmed': nothing,
  'prize.agreement_recorded': nothing,
  'prize.paid': (d) => d.text('paidOn') && `Paid on ${formatDay(d.text('paidOn'))}.`,
  'clock.confirmed': nothing,
  'maintenance.started': maintenanceTimes,
  'maintenance.planned': maintenanceTimes,
  'maintenance.canceled': nothing,
  'maintenance.ended': (d) => d.text('startedAt') && `It began on ${formatInstant(d.text('startedAt'))}.`,
  'audit.exported': (d) =>
    join(
      d.count('rows') > 0 && `${formatCount(d.count('rows'), 'selected line')}.`,
      d.text('from') && `From ${formatDay(d.text('from'))}.`,
      d.text('to') && `To ${formatDay(d.text('to'))}.`,
      d.text('by') && `Filtered by ${d.text('by')}.`,
    ),
}

/** Says what an action's label and subject do not; empty if there is nothing more. */
export function describeDetails({
  action,
  subject,
  details,
}: Pick<AuditLine, 'action' | 'subject' | 'details'>): string {
  if (action === 'export.started') return exported(details)
  const sentence = Object.hasOwn(sentences, action) ? sentences[action as keyof typeof sentences] : undefined
  return sentence ? sentence(readDetails(details), subject) : describeOther(details)
}

// The dialogs in which an admin adjusts a student's points, or undoes that.
import type { AgeCategory } from '@baobab/contract/accounts/rules.ts'
import { leaderboard } from '@baobab/contract/leaderboard/endpoints.ts'
import {
  AdjustmentForm,
  adjustPoints,
  readStudentPoints,
  undoAdjustment,
  UndoAdjustmentForm,
  type PointsAdjustment,
  type StudentPoints,
} from '@baobab/contract/leaderboard/admin.ts'
import { ADJUSTMENT_REASON_MAX, ADJUSTMENT_STEP, needsSecondAdmin } from '@baobab/contract/leaderboard/rules.ts'
import { adjustmentNotification } from '@baobab/contract/leaderboard/text.ts'
import { overview } from '@baobab/contract/metrics/endpoints.ts'
import { listStudents, studentDetails } from '@baobab/contract/students/endpoints.ts'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { useApiMutation } from '../../api/query.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { Note } from '../../ui/note.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { toast } from '../../ui/toast.tsx'
import { formatChange, pointsText as text } from './points-text.ts'

/** The queries to refetch when a student's points may have changed. */
export const pointsChanges = [readStudentPoints, studentDetails, listStudents, leaderboard, overview]

type Common = {
  username: string
  points: StudentPoints
  onClose: () => void
  /** The button that opened the dialog may have disappeared by then, so the focus has to move. */
  onDone: () => void
}

/** Returns whether another admin has to approve a change. */
const needsAnother = (
  change: Pick<Change, 'amount' | 'ageCategory' | 'isAlone'>,
  { month, isOnlyDecider }: StudentPoints,
) => !isOnlyDecider && needsSecondAdmin(change, month)

/** The amount as it is typed. What is no number is refused by the contract's rule. */
const typedAmount = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => (typed.trim() === '' ? Number.NaN : Number(typed))),
  ),
  AdjustmentForm.shape.amount,
)
const { ageCategory, reason } = AdjustmentForm.shape
const adjustSchema = z.object({ ageCategory, amount: typedAmount, reason })
type Typed = { ageCategory: AgeCategory; amount: string; reason: string }

/** Asks how many points to add or take back, and why, and shows what follows. */
export function AdjustDialog({ username, points, onClose, onDone }: Common) {
  const formId = useId()
  // One key while the dialog is open, so that a repeated request is made only once.
  const [key] = useState(() => crypto.randomUUID())
  const { mutateAsync } = useApiMutation(adjustPoints, { changes: pointsChanges })
  const first = points.scores.at(-1)?.ageCategory ?? '11-20'
  const { form, field, submit, failure, isSending } = useApiForm<Typed, z.output<typeof adjustSchema>>({
    schema: adjustSchema,
    isParsed: true,
    defaultValues: { ageCategory: first, amount: '', reason: '' },
    send: async (body) => {
      toast((await mutateAsync({ params: { username }, body: { key, ...body } })).message)
      flushSync(onClose)
      onDone()
    },
  })
  const typed = form.watch()
  const amount = Number(typed.amount) || 0
  const change = { ...typed, amount, isUndo: false, isAlone: false, kept: 0 }

  function step(by: number) {
    const next = Math.round(amount / ADJUSTMENT_STEP) * ADJUSTMENT_STEP + by
    form.setValue('amount', next === 0 ? '' : String(next), { shouldDirty: true, shouldValidate: next !== 0 })
  }

  return (
    <Dialog
      isOpen
      title={text.adjustTitle(username)}
      confirmLabel={needsAnother(change, points) ? text.propose : text.save}
      busyLabel={isSending && text.saving}
      formId={formId}
      onCancel={onClose}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        {points.scores.length > 1 && (
          <RadioGroup
            label={text.ageCategory}
            options={points.scores.map(({ ageCategory: value }) => ({ value, label: text.inCategory(value) }))}
            {...field('ageCategory')}
          />
        )}
        <TextField
          label={text.amount}
          hint={text.amountHint}
          type="number"
          step={ADJUSTMENT_STEP}
          autoComplete="off"
          data-first
          {...field('amount')}
        />
        <div className="row">
          <Button kind="line" size="sm" onClick={() => step(-ADJUSTMENT_STEP)}>
            {text.less}
          </Button>
          <Button kind="line" size="sm" onClick={() => step(ADJUSTMENT_STEP)}>
            {text.more}
          </Button>
        </div>
        <TextArea
          label={text.reason}
          hint={text.reasonHint}
          rows={3}
          maxLength={ADJUSTMENT_REASON_MAX}
          {...field('reason')}
        />
        <Consequence points={points} change={change} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}

const undoSchema = z.object({ reason: UndoAdjustmentForm.shape.reason })

/** Asks why an adjustment is undone, and shows what follows. */
export function UndoDialog({
  adjustment,
  username,
  points,
  onClose,
  onDone,
}: Common & { adjustment: PointsAdjustment }) {
  const formId = useId()
  const [key] = useState(() => crypto.randomUUID())
  const { mutateAsync } = useApiMutation(undoAdjustment, { changes: pointsChanges })
  const { form, field, submit, failure, isSending } = useApiForm({
    schema: undoSchema,
    defaultValues: { reason: '' },
    send: async (body) => {
      const params = { username, adjustmentId: adjustment._id }
      toast((await mutateAsync({ params, body: { key, ...body } })).message)
      flushSync(onClose)
      onDone()
    },
  })
  const { ageCategory: category, isAlone, kept } = adjustment
  const amount = -adjustment.amount
  const change = {
    amount,
    ageCategory: category,
    reason: form.watch('reason'),
    isUndo: true,
    isAlone,
    kept,
  }

  return (
    <Dialog
      isOpen
      title={text.undoTitle(formatChange(adjustment.amount))}
      confirmLabel={needsAnother(change, points) ? text.propose : text.undo}
      busyLabel={isSending && text.saving}
      formId={formId}
      onCancel={onClose}
    >
      <form id={formId} className="stack stack-3" noValidate onSubmit={(event) => void submit(event)}>
        <TextArea
          label={text.reason}
          hint={text.reasonHint}
          rows={3}
          maxLength={ADJUSTMENT_REASON_MAX}
          data-first
          {...field('reason')}
        />
        <Consequence points={points} change={change} />
        <FormFailureNote failure={failure} />
      </form>
    </Dialog>
  )
}

type Change = {
  amount: number
  ageCategory: AgeCategory
  reason: string
  isUndo: boolean
  isAlone: boolean
  /** How much of the amount the student has already. */
  kept: number
}

/** Shows the score before and after a change, whether another admin has to approve it, and what the student will read. */
function Consequence({ points, change }: { points: StudentPoints; change: Change }) {
  const before = points.scores.find(({ ageCategory: category }) => category === change.ageCategory)?.score ?? 0
  if (change.amount === 0) return null
  const { kept } = change
  const amount = change.amount - kept
  const score = before + amount
  const written = change.reason.trim() || text.reasonMissing
  const { title, description } = adjustmentNotification({ ...change, amount, score, reason: written })
  return (
    <>
      <p>{score < 0 ? text.belowZero : text.scoreChanges(text.score(before), text.score(score))}</p>
      {kept > 0 && <p>{text.keptBefore(kept)}</p>}
      {needsAnother(change, points) && <Note kind="warn">{text.needsTwo}</Note>}
      {score >= 0 && (
        <Note icon="bell">
          <p className="small muted">{text.studentReads}</p>
          <p>
            <b>{title}</b>
          </p>
          {description.split('\n').map((line) => (
            <p key={line} className="wrap-any">
              {line}
            </p>
          ))}
        </Note>
      )}
    </>
  )
}

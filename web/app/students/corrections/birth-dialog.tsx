import { isRealDate } from '@baobab/contract/accounts/rules.ts'
import { BirthForm, correctStudent, previewBirth, type BirthEffect } from '@baobab/contract/students/corrections.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery, useApiMutation } from '../../api/query.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { Note } from '../../ui/note.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { studentChanges } from '../student-actions.tsx'
import type { CorrectionDialogProps } from './details-dialog.tsx'
import { FormDialog } from './form-dialog.tsx'
import { fieldLabels, text } from './text.ts'

/** Corrects the date of birth, after showing what the correction would change. */
export function BirthDialog({ student: { username, birth: present }, onClose }: CorrectionDialogProps) {
  const correction = useApiMutation(correctStudent, { changes: studentChanges })
  const [seen] = useState(present)
  const form = useApiForm({
    schema: BirthForm,
    defaultValues: { birth: seen, reason: '' },
    send: async ({ birth, reason }) => {
      const body = { birth, seen: { birth: seen }, reason }
      toast((await correction.mutateAsync({ params: { username }, body })).message)
      onClose()
    },
  })
  const { field } = form
  const birth = useWatch({ control: form.form.control, name: 'birth' })
  const effect = useQuery({
    ...apiQuery(previewBirth, { params: { username }, query: { birth } }),
    enabled: isRealDate(birth) && birth !== seen,
  })
  return (
    <FormDialog
      title={text.birthTitle(username)}
      confirmLabel={effect.data?.needsSecondAdmin ? text.propose : text.correct}
      busyLabel={text.saving}
      form={form}
      onClose={onClose}
    >
      <TextField label={fieldLabels.birth} type="date" data-first {...field('birth')} />
      {effect.isLoading && <Loading text={text.effectLoading} />}
      {effect.error && (
        <Note kind="bad" role="alert">
          {errorMessage(effect.error)}
        </Note>
      )}
      {effect.data && <Effect effect={effect.data} />}
      <TextArea label={text.reason} hint={text.reasonHint} rows={2} maxLength={500} {...field('reason')} />
    </FormDialog>
  )
}

function Effect({ effect }: { effect: BirthEffect }) {
  const { before, after, age, entries, asksGuardian, hasRunningQuiz, hasUnpaidPrize, needsSecondAdmin } = effect
  const sentences = [
    text.age(age),
    text.category(before, after),
    ...entries.map(({ ageCategory, score, willBeListed }) =>
      text.points(ageCategory, score.toLocaleString('en-NG'), willBeListed),
    ),
    ...(entries.length === 0 ? [text.noPoints] : []),
    ...(asksGuardian ? [text.asksGuardian] : []),
    ...(hasRunningQuiz ? [text.runningQuiz] : []),
    ...(needsSecondAdmin ? [hasUnpaidPrize ? text.secondAdminForPrize : text.secondAdmin] : []),
  ]
  return (
    <Note kind={before === after ? 'info' : 'warn'} role="status">
      <b>{text.effect}</b>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Note>
  )
}

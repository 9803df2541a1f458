import { ADDRESS_MAX, SCHOOL_MAX } from '@baobab/contract/accounts/rules.ts'
import { correctStudent, DetailsForm } from '@baobab/contract/students/corrections.ts'
import type { StudentDetails } from '@baobab/contract/students/endpoints.ts'
import { useState } from 'react'
import { useApiMutation } from '../../api/query.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { studentChanges } from '../student-actions.tsx'
import { genderLabels } from '../text.ts'
import { FormDialog } from './form-dialog.tsx'
import { fieldLabels, text } from './text.ts'

export type CorrectionDialogProps = { student: StudentDetails['data']; onClose: () => void }

const fields = ['school', 'number', 'address', 'gender'] as const
const genders = Object.entries(genderLabels).map(([value, label]) => ({ value, label }))

/** Corrects school, phone number, address and gender. */
export function DetailsDialog({ student, onClose }: CorrectionDialogProps) {
  const { username, number, address, gender } = student
  const correction = useApiMutation(correctStudent, { changes: studentChanges })
  // What the admin saw when the dialog opened: the page may load the student again meanwhile.
  const [seen] = useState({ school: student.school ?? '', number, address, gender })
  const form = useApiForm({
    schema: DetailsForm,
    defaultValues: { ...seen, reason: '' },
    send: async ({ reason, ...values }) => {
      const changed = fields.filter((name) => values[name] !== seen[name])
      const pick = <T extends object>(all: T) =>
        Object.fromEntries(Object.entries(all).filter(([name]) => changed.some((one) => one === name))) as Partial<T>
      const body = { ...pick(values), seen: pick(seen), reason }
      toast((await correction.mutateAsync({ params: { username }, body })).message)
      onClose()
    },
  })
  const { field } = form
  return (
    <FormDialog
      title={text.detailsTitle(username)}
      confirmLabel={text.save}
      busyLabel={text.saving}
      form={form}
      onClose={onClose}
    >
      <p>{text.detailsHelp}</p>
      <TextField label={fieldLabels.school} maxLength={SCHOOL_MAX} data-first {...field('school')} />
      <TextField label={fieldLabels.number} type="tel" {...field('number')} />
      <TextField label={fieldLabels.address} maxLength={ADDRESS_MAX} {...field('address')} />
      <Select label={fieldLabels.gender} options={genders} {...field('gender')} />
      <TextArea label={text.reason} hint={text.reasonHint} rows={2} maxLength={500} {...field('reason')} />
    </FormDialog>
  )
}

import { ageCategories } from '@baobab/contract/age.ts'
import { useController, useWatch, type UseFormReturn } from 'react-hook-form'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { StudentSearch } from './student-search.tsx'
import type { Audience, NotificationInput, NotificationFormValues } from './notification-form-values.ts'

const options: readonly { value: Audience; label: string }[] = [
  { value: 'student', label: 'One student' },
  { value: 'all', label: 'Everyone' },
  { value: 'category', label: 'Category' },
]

type Props = { form: UseFormReturn<NotificationFormValues, unknown, NotificationInput> }

/** Whom a message is for. What was typed for one kind stays while another is looked at. */
export function RecipientFields({ form }: Props) {
  const { errors } = form.formState
  const to = useWatch({ control: form.control, name: 'to' })
  return (
    <>
      <div className="field nto">
        <span className="label" aria-hidden="true">
          Send to
        </span>
        <Segmented
          label="Send to"
          options={options}
          value={to}
          onChange={(value) => {
            form.clearErrors()
            form.setValue('to', value)
          }}
        />
      </div>
      {to === 'student' && <Username form={form} />}
      {to === 'category' && (
        <Select
          label="Age category"
          placeholder="Select"
          hint="Students read it while they are of this age."
          options={ageCategories.map((value) => ({ value, label: value }))}
          error={errors.ageCategory?.message}
          {...form.register('ageCategory')}
        />
      )}
    </>
  )
}

function Username({ form }: Props) {
  const { field, fieldState } = useController({ control: form.control, name: 'username' })
  return (
    <StudentSearch
      label="Username"
      hint="Type some letters of it, or the whole email."
      error={fieldState.error?.message}
      name={field.name}
      value={field.value}
      inputRef={field.ref}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  )
}

import { ageCategories, SCHOOL_MAX } from '@baobab/contract/accounts/rules.ts'
import { countRecipients, type StoredSegment } from '@baobab/contract/notifications/admin.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { errorMessage } from '../../api/error-message.ts'
import { apiQuery } from '../../api/query.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useDebouncedValue } from '../../ui/debounce.ts'
import { TextField } from '../../ui/fields.tsx'
import { Select } from '../../ui/select.tsx'
import { emptyFormValues, toSegment } from './notification-form-values.ts'
import { text } from './text.ts'
import { useSchools } from './use-schools.ts'
import type { useNotificationForm } from './use-notification-form.ts'

type Entry = ReturnType<typeof useNotificationForm>

/** A segment's conditions, and how many students it reaches. */
export function SegmentFields({ entry: { form, field } }: { entry: Entry }) {
  const values = { ...emptyFormValues, ...useWatch({ control: form.control }) }
  const lists = useId()
  const { schools, hasMore } = useSchools(values.school)
  // The error about all conditions is shown at the first one, which then gets the focus.
  const {
    field: { ref },
  } = useController({ control: form.control, name: 'hasNotPaid' })
  // Set manually: from registered checkboxes the form would read true and false, which a draft does not store.
  const check = (name: 'hasNotPaid' | 'hasNoQuizThisMonth') => ({
    checked: values[name] === 'yes',
    onChange: ({ target }: { target: { checked: boolean } }) => {
      form.clearErrors()
      form.setValue(name, target.checked ? 'yes' : '', { shouldDirty: true })
    },
  })
  return (
    <fieldset className="nseg stack stack-3">
      <legend className="label">{text.groupHelp}</legend>
      <Checkbox
        label={text.hasNotPaid}
        error={form.formState.errors.hasNotPaid?.message}
        ref={ref}
        {...check('hasNotPaid')}
      />
      <Checkbox label={text.hasNoQuizThisMonth} {...check('hasNoQuizThisMonth')} />
      <TextField
        label={text.school}
        hint={hasMore && values.school !== '' ? text.moreSchools : text.schoolHint}
        list={lists}
        autoComplete="off"
        maxLength={SCHOOL_MAX}
        {...field('school')}
      />
      <datalist id={lists}>
        {schools.map(({ school, students }) => (
          <option key={school} value={school}>
            {text.studentsIn(students)}
          </option>
        ))}
      </datalist>
      <Select
        label={text.ageCategory}
        placeholder={text.anyAge}
        options={ageCategories.map((value) => ({ value, label: value }))}
        {...field('ageCategory')}
      />
      <Reach segment={toSegment(values)} isEmailed={values.method === 'in-app+email'} />
    </fieldset>
  )
}

/** Returns the number of students that a segment reaches; all students if it is empty. */
export function useReach(segment: StoredSegment, isEnabled: boolean) {
  const { hasNotPaid, hasNoQuizThisMonth, school, ageCategory } = segment
  const query = {
    ...(hasNotPaid && { hasNotPaid: 'yes' as const }),
    ...(hasNoQuizThisMonth && { hasNoQuizThisMonth: 'yes' as const }),
    ...(school && { school }),
    ...(ageCategory && { ageCategory }),
  }
  return useQuery({ ...apiQuery(countRecipients, { query }), enabled: isEnabled })
}

function Reach({ segment, isEmailed }: { segment: StoredSegment; isEmailed: boolean }) {
  const school = useDebouncedValue(segment.school, 400)
  const { hasNotPaid, hasNoQuizThisMonth } = segment
  const isReady = Boolean(hasNotPaid || hasNoQuizThisMonth || segment.school)
  const reach = useReach({ ...segment, school }, isReady)
  const isCounting = reach.isFetching || school !== segment.school
  return (
    <p role="status">
      {!isReady && text.chooseCondition}
      {isReady && isCounting && text.counting}
      {isReady && !isCounting && reach.data && (
        <b>{text.reaches(reach.data.students, reach.data.byEmail, isEmailed)}</b>
      )}
      {isReady && !isCounting && reach.error && errorMessage(reach.error)}
    </p>
  )
}

import { Period } from '@baobab/contract/metrics.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'

type Props = { shown: Period; today: string; onChoose: (period: Period) => void }

/** Days of one's own, at most a year of them. */
export function CustomDates({ shown: { from, to }, today, onChoose }: Props) {
  const form = useForm({ resolver: zodResolver(Period), mode: 'onTouched', defaultValues: { from, to } })
  const { errors } = form.formState
  return (
    <form
      className="owndates"
      noValidate
      aria-label="Own dates"
      onSubmit={(event) => void form.handleSubmit(onChoose)(event)}
    >
      <TextField label="First day" type="date" max={today} error={errors.from?.message} {...form.register('from')} />
      <TextField label="Last day" type="date" max={today} error={errors.to?.message} {...form.register('to')} />
      <Button kind="line" type="submit">
        Show these days
      </Button>
    </form>
  )
}

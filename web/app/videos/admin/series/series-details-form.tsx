import { TITLE_MAX } from '@baobab/contract/kernel/limits.ts'
import { DESCRIPTION_MAX } from '@baobab/contract/videos/rules.ts'
import { createSeries, updateSeries, type Series, SeriesForm } from '@baobab/contract/videos/endpoints.ts'
import { seriesText } from '@baobab/contract/videos/text.ts'
import { FormFailureNote } from '../../../forms/form-failure-note.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea, TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { text } from '../text.ts'
import { useSeriesMutation } from './use-series-mutation.ts'

type Props = {
  /** The series to change; undefined to create one. */
  series?: Series
  onDone?: () => void
}

export function SeriesDetailsForm({ series, onDone }: Props) {
  const create = useSeriesMutation(createSeries)
  const update = useSeriesMutation(updateSeries)
  const { title = '', description = '' } = series ?? {}
  const { form, submit, field, failure, isSending } = useApiForm<SeriesForm>({
    schema: SeriesForm,
    defaultValues: { title, description },
    failureMessage: seriesText.seriesSaveFailed,
    async send(body) {
      const { message } = series
        ? await update.mutateAsync({ params: { seriesId: series._id }, body })
        : await create.mutateAsync({ body })
      toast(message)
      if (!series) form.reset()
      onDone?.()
    },
  })
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <TextField label={text.title} autoComplete="off" maxLength={TITLE_MAX} {...field('title')} />
      <TextArea label={text.description} rows={3} maxLength={DESCRIPTION_MAX} {...field('description')} />
      <FormFailureNote failure={failure} />
      <Button type="submit" busyLabel={isSending && text.submitting}>
        {series ? text.saveChanges : text.createSeries}
      </Button>
    </form>
  )
}

import { setVisibility, type AdminVideo } from '@baobab/contract/videos/admin.ts'
import { videosAdminText } from '@baobab/contract/videos/text.ts'
import { useWatch } from 'react-hook-form'
import { callApi } from '../../api/call-api.ts'
import { FormFailureNote } from '../../forms/form-failure-note.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { text } from './text.ts'
import { invalidateVideos } from './use-admin-videos.ts'
import { useMarkUnsaved } from './use-unsaved-changes.ts'
import { toVisibility, toVisibilityBody, visibilitySchema, type VideoVisibility } from './video-details.ts'
import { VisibilityFields } from './visibility-fields.tsx'

/** Sets who sees a video and since when, apart from its texts, which an older video may lack. */
export function VisibilityForm({ video }: { video: AdminVideo }) {
  const { form, field, submit, failure, isSending } = useApiForm<VideoVisibility>({
    schema: visibilitySchema,
    defaultValues: toVisibility(video),
    failureMessage: videosAdminText.videoUpdateFailed,
    async send(values) {
      const body = toVisibilityBody(values)
      const saved = await callApi(setVisibility, { params: { id: video._id }, body })
      form.reset(toVisibility(saved.video))
      toast(saved.message)
      await invalidateVideos()
    },
  })
  useMarkUnsaved(form.formState.isDirty)
  return (
    <form className="card stack" noValidate onSubmit={(event) => void submit(event)} aria-labelledby="visibility">
      <h2 className="card__h" id="visibility">
        {text.visibility}
      </h2>
      <VisibilityFields
        access={field('access')}
        publish={field('publish')}
        publishAt={field('publishAt')}
        isLater={useWatch({ control: form.control, name: 'publish' }) === 'later'}
      />
      <FormFailureNote failure={failure} />
      <Button type="submit" block busyLabel={isSending && text.saving}>
        {text.saveVisibility}
      </Button>
    </form>
  )
}

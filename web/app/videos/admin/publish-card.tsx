import { languageNames } from '@baobab/contract/kernel/languages.ts'
import { addQuestion } from '@baobab/contract/quiz/admin.ts'
import { notifyAll } from '@baobab/contract/notifications/admin.ts'
import { setVisibility, type AdminVideo } from '@baobab/contract/videos/admin.ts'
import { videosAdminText } from '@baobab/contract/videos/text.ts'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { callApi } from '../../api/call-api.ts'
import { FormFailureNote } from '../../forms/form-failure.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { listCategoriesWithoutQuiz, listChecklist, type ChecklistItem } from './checklist.ts'
import { useMarkUnsaved } from './leave-dialog.tsx'
import { text } from './text.ts'
import { invalidateVideos } from './use-admin-videos.ts'
import { VisibilityFields } from './video-details-form.tsx'
import { toVisibility, toVisibilityBody, visibilitySchema, type VideoVisibility } from './video-details.ts'

/** Shows what a video still lacks, who sees it, and from when. Its texts have another form, as old ones may be incomplete. */
export function PublishCard({ video }: { video: AdminVideo }) {
  const { form, field, submit, failure, isSending, ...publishing } = usePublishing(video)
  const publish = useWatch({ control: form.control, name: 'publish' })
  const isDraft = video.publication === 'draft'

  function publishNow() {
    form.setValue('publish', 'now', { shouldDirty: true })
    void submit()
  }

  return (
    <form className="card stack" noValidate onSubmit={(event) => void submit(event)} aria-labelledby="visibility">
      <h2 className="card__h" id="visibility">
        {text.visibility}
      </h2>
      <Checklist video={video} />
      {isDraft && (
        <Button kind="accent" block busyLabel={isSending && text.saving} onClick={publishNow}>
          {text.publishNow}
        </Button>
      )}
      <VisibilityFields
        access={field('access')}
        publish={field('publish')}
        publishAt={field('publishAt')}
        isLater={publish === 'later'}
      />
      <FormFailureNote failure={failure} />
      <Button type="submit" kind={isDraft ? 'line' : 'main'} block busyLabel={isSending && text.saving}>
        {text.saveVisibility}
      </Button>
      {/* Students cannot open a scheduled video yet. */}
      {video.publication === 'published' && (
        <IfAllowed who={notifyAll.who}>
          <Link className={buttonClass({ kind: 'line', block: true })} to={adminPaths.announceVideo(video._id)}>
            <Icon name="bell" />
            {text.announce}
          </Link>
        </IfAllowed>
      )}
      <Dialog
        isOpen={publishing.isAsking}
        title={text.publishWithoutQuiz}
        confirmLabel={text.publishAnyway}
        busyLabel={isSending && text.saving}
        onConfirm={() => void publishing.confirm()}
        onCancel={publishing.dismiss}
      >
        <p>{text.publishWithoutQuizEffect(listCategoriesWithoutQuiz(video))}</p>
      </Dialog>
    </form>
  )
}

/** The form that sets who sees a video. Asks before students see a video that has no quiz for them. */
function usePublishing(video: AdminVideo) {
  const [isAsking, setAsking] = useState(false)
  const isConfirmed = useRef(false)
  const entry = useApiForm<VideoVisibility>({
    schema: visibilitySchema,
    defaultValues: toVisibility(video),
    failureMessage: videosAdminText.videoUpdateFailed,
    async send(values) {
      const isNewlyVisible = video.publication === 'draft' && values.publish !== 'draft'
      if (isNewlyVisible && listCategoriesWithoutQuiz(video).length > 0 && !isConfirmed.current) return setAsking(true)
      const body = toVisibilityBody(values)
      const saved = await callApi(setVisibility, { params: { id: video._id }, body })
      entry.form.reset(toVisibility(saved.video))
      toast(saved.message)
      await invalidateVideos()
    },
  })
  useMarkUnsaved(entry.form.formState.isDirty)

  async function confirm() {
    isConfirmed.current = true
    await entry.submit()
    isConfirmed.current = false
    setAsking(false)
  }

  function dismiss() {
    entry.form.setValue('publish', 'draft', { shouldDirty: true })
    setAsking(false)
  }

  return { ...entry, isAsking, confirm, dismiss }
}

/** The checklist of a complete video. Each item links to where it is added. */
function Checklist({ video }: { video: AdminVideo }) {
  return (
    <ul className="checklist" aria-label={text.checklist}>
      {listChecklist(video).map((item) => (
        <li key={`${item.kind} ${item.ageCategory ?? ''}`} className="row nowrap">
          <Icon name={item.isDone ? 'check-circle' : 'x-circle'} size="sm" />
          <span className="grow">
            {text.checklistItem(item)}
            <span className="sr">{item.isDone ? text.itemDone : text.itemMissing}</span>
            {item.languages && (
              <span className="small muted">
                {' '}
                {item.languages.map((language) => languageNames[language]).join(', ')}
              </span>
            )}
          </span>
          <AddLink video={video} item={item} />
        </li>
      ))}
    </ul>
  )
}

function AddLink({ video: { _id }, item: { kind, ageCategory, isDone } }: { video: AdminVideo; item: ChecklistItem }) {
  if (kind === 'questions' && ageCategory)
    return (
      <IfAllowed who={addQuestion.who}>
        <Link to={adminPaths.triviaWrite(_id, ageCategory)}>
          {isDone ? text.changeQuestions : text.writeQuestions}
          <span className="sr">{text.forAges(ageCategory)}</span>
        </Link>
      </IfAllowed>
    )
  if (isDone || kind === 'file') return null
  return <a href={`#${kind === 'description' ? 'main' : kind}`}>{text.addItem}</a>
}

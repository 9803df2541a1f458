import { toComparisonKey } from '@baobab/contract/kernel/comparison.ts'
import { ApiError } from '@baobab/contract/kernel/endpoint.ts'
import { updateVideo, uploadVideo, type AdminVideo } from '@baobab/contract/videos/admin.ts'
import { TITLE_MAX } from '@baobab/contract/videos/rules.ts'
import { videosAdminText } from '@baobab/contract/videos/text.ts'
import { useEffect, useRef, useState, type RefObject, type SyntheticEvent } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { callApi } from '../../api/call-api.ts'
import { errorMessage } from '../../api/error-message.ts'
import { adminSession } from '../../api/session.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { checkVideoFile } from './check-file.ts'
import { useMarkUnsaved } from './leave-dialog.tsx'
import { text } from './text.ts'
import { findUnfinishedUpload } from './uploads/unfinished-uploads.ts'
import { useFileUpload } from './uploads/use-file-upload.ts'
import { useMarkUploading } from './uploads/use-is-uploading.ts'
import { invalidateVideos, readAdminVideos } from './use-admin-videos.ts'
import { detailSchemas, toDetails, toVisibilityBody, type VideoDetails } from './video-details.ts'

export type SavedVideo = { message: string; video: AdminVideo }
export type VideoDetailsFormOptions = {
  /** The video to update; undefined to add a new video. */
  video?: AdminVideo | undefined
  file: File | undefined
  failureMessage: string
  onDone: (saved: SavedVideo) => void
}

/** The form of a video: uploads the file first, then sends the details with the upload's id. */
export function useVideoDetailsForm({ video, file, failureMessage, onDone }: VideoDetailsFormOptions) {
  const use = video ? 'replacement' : 'new'
  const element = useRef<HTMLFormElement>(null)
  const upload = useFileUpload(video?._id ?? null)
  const [fileRefusal, setFileRefusal] = useState<{ file: File | undefined; message: string }>()
  const [isCanceled, setCanceled] = useState(false)
  const sameFile = useSameFile(element)

  const { form, field, failure, clearFailure, isSending, submit } = useApiForm<VideoDetails>({
    schema: detailSchemas[use],
    defaultValues: toDetails(video),
    failureMessage,
    async send(details): Promise<unknown> {
      if (checkVideoFile(file, use)) return
      if (!video && !upload.isSent(file)) {
        const present = await readAdminVideos()
        // The page was left while the list was loading.
        if (!element.current) return
        const conflict = findConflict(present, details, sameFile.isAccepted(file) ? undefined : file)
        if (conflict?.path === 'title') return form.setError('title', conflict)
        if (conflict) return sameFile.ask(conflict.message)
      }
      const uploadId = file && (await upload.send(file, details))
      if (file && uploadId === undefined) return setCanceled(true)
      const saved = await save(video, details, {
        ...(uploadId !== undefined && { upload: uploadId }),
        ...(!video && { sameFile: sameFile.isAccepted(file) ? 'accept' : 'ask' }),
      })
      upload.clear()
      form.reset(toDetails(video && saved.video))
      onDone(saved)
      await invalidateVideos()
    },
    onFailure(error) {
      if (error.code === 'same_file') {
        sameFile.ask(error.message)
        return true
      }
      if (!isAboutFile(error)) return false
      upload.clear()
      setFileRefusal({ file, message: errorMessage(error, failureMessage) })
      return true
    },
  })
  useMarkUploading(isSending)
  useMarkUnsaved(form.formState.isDirty || file !== undefined)
  useTitleFromFile(form, video ? undefined : file)

  function submitOnce(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const problem = checkVideoFile(file, use)
    setFileRefusal(problem === undefined ? undefined : { file, message: problem })
    setCanceled(false)
    clearFailure()
    void submit(event)
  }

  return {
    element,
    field,
    isPublishedLater: useWatch({ control: form.control, name: 'publish' }) === 'later',
    sameFile: sameFile.message,
    dismissSameFile: sameFile.dismiss,
    acceptSameFile: () => sameFile.accept(file),
    submit: submitOnce,
    isSending,
    failure: isCanceled ? { message: text.uploadCanceled } : failure,
    fileError: fileRefusal?.file === file ? fileRefusal?.message : file && checkVideoFile(file, use),
    upload,
  }
}

type Sent = { upload?: string; sameFile?: 'ask' | 'accept' }

function save(
  video: AdminVideo | undefined,
  { access, publish, publishAt, ...texts }: VideoDetails,
  sent: Sent,
): Promise<SavedVideo> {
  if (video) return callApi(updateVideo, { params: { id: video._id }, body: { ...texts, ...sent } })
  const visibility = toVisibilityBody({ access, publish, publishAt })
  return callApi(uploadVideo, { body: { ...texts, ...visibility, ...sent } })
}

/**
 * Returns what the server would refuse or ask about, before the file is sent: a title that another video has, or a file
 * with the same size as that of another video, which is nearly always the same file.
 */
function findConflict(
  present: readonly AdminVideo[],
  { title }: VideoDetails,
  file: File | undefined,
): { path: 'title' | 'file'; message: string } | undefined {
  if (present.some((video) => toComparisonKey(video.title) === toComparisonKey(title)))
    return { path: 'title', message: videosAdminText.titleTaken }
  const same = file && present.find(({ sizeBytes }) => sizeBytes === file.size)
  return same && { path: 'file', message: text.sameSize(same.title) }
}

/** Asks about a file that a video seems to have already. Accepting it submits the form again. */
function useSameFile(form: RefObject<HTMLFormElement | null>) {
  const accepted = useRef<File>(undefined)
  const [message, setMessage] = useState<string>()
  return {
    message,
    ask: setMessage,
    dismiss: () => setMessage(undefined),
    isAccepted: (file: File | undefined) => file !== undefined && accepted.current === file,
    accept(file: File | undefined) {
      accepted.current = file
      setMessage(undefined)
      form.current?.requestSubmit()
    },
  }
}

/** Returns whether a refusal concerns the file: its content, its size, or an upload that the server no longer has. */
function isAboutFile({ code, errors }: ApiError): boolean {
  const isNamed = errors.some(({ path }) => path === 'video' || path === 'upload')
  return code === 'not_playable' || code === 'too_large' || isNamed
}

/** Fills an empty title from the name of a new video's file, or all details from an unfinished upload of it. */
function useTitleFromFile({ getValues, setValue }: UseFormReturn<VideoDetails>, file: File | undefined): void {
  useEffect(() => {
    if (!file || getValues('title') !== '') return
    const owner = { videoId: null, admin: adminSession()?.username ?? '' }
    const unfinished = findUnfinishedUpload(file, owner)?.texts
    setValue('title', unfinished?.title ?? proposeTitle(file.name), { shouldValidate: true })
    if (!unfinished) return
    setValue('description', unfinished.description)
    setValue('access', unfinished.access)
    setValue('publish', unfinished.publish ?? 'now')
    setValue('publishAt', unfinished.publishAt ?? '')
  }, [file, getValues, setValue])
}

/** Makes a title from a file's name: 'two-buckets_one-well.mp4' -> 'Two buckets one well'. */
export function proposeTitle(fileName: string): string {
  const title = fileName
    .normalize('NFC')
    .replace(/\.[a-z0-9]{2,4}$/i, '')
    .replace(/[\s_.-]+/g, ' ')
    .trim()
  return (title.charAt(0).toLocaleUpperCase('en') + title.slice(1)).slice(0, TITLE_MAX).trim()
}

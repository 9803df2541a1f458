import { languageNames, languages, type Language } from '@baobab/contract/kernel/languages.ts'
import { listAdminVideos, setCaptions, type AdminVideo } from '@baobab/contract/videos/admin.ts'
import { listCaptions } from '../captions.ts'
import { listVideos } from '@baobab/contract/videos/endpoints.ts'
import { captionsExtensions } from '@baobab/contract/videos/rules.ts'
import { videosAdminText } from '@baobab/contract/videos/text.ts'
import { useId, useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { useApiMutation } from '../../api/query.ts'
import { IconButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/fields.tsx'
import { ChooseFileButton } from '../../ui/file-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { checkCaptionsFile } from './check-file.ts'
import { text } from './text.ts'

/** Uploads, downloads or removes the captions of a video, a file for each language. */
export function CaptionsForm({ video }: { video: AdminVideo }) {
  const { upload, remove, sending, error } = useCaptions(video)
  const errorId = useId()
  const captions = listCaptions(video)
  return (
    <section className="card stack" aria-labelledby="captions">
      <h2 className="card__h" id="captions">
        {text.captions}
      </h2>
      <p className="muted">
        {captions.length > 0 ? text.captionsShown : text.captionsMissing} {text.captionsReadAloud} {text.captionsKinds}
      </p>
      <div role="alert">
        <FieldError id={errorId}>{error?.message}</FieldError>
      </div>
      <ul className="stack stack-2">
        {languages.map((language) => (
          <LanguageRow
            key={language}
            language={language}
            title={video.title}
            url={captions.find((one) => one.language === language)?.url}
            sending={sending?.language === language ? sending.action : undefined}
            errorId={error?.language === language ? errorId : undefined}
            onFile={(file) => void upload(language, file)}
            onRemove={() => void remove(language)}
          />
        ))}
      </ul>
    </section>
  )
}

type Action = 'upload' | 'remove'
type RowProps = {
  language: Language
  title: string
  /** The link to the captions; undefined if there are none. */
  url: string | undefined
  sending: Action | undefined
  errorId: string | undefined
  onFile: (file: File) => void
  onRemove: () => void
}

function LanguageRow({ language, title, url, sending, errorId, onFile, onRemove }: RowProps) {
  const name = languageNames[language]
  return (
    <li className="row between">
      <span lang={language}>{name}</span>
      <span className="row nowrap">
        <ChooseFileButton
          label={text.captionsFile(name)}
          accept={captionsExtensions.join()}
          busyLabel={sending === 'upload' && text.uploading}
          describedBy={errorId}
          onFile={onFile}
        >
          {url === undefined ? text.uploadCaptions : text.replaceCaptions}
          <span className="sr">{text.captionsIn(name)}</span>
        </ChooseFileButton>
        {url !== undefined && (
          <>
            <a
              className="icon-btn"
              href={url}
              download={language === 'en' ? `${title}.vtt` : `${title}.${language}.vtt`}
              aria-label={text.downloadCaptions(name)}
            >
              <Icon name="download-simple" />
            </a>
            <IconButton
              icon="trash"
              danger
              label={text.removeCaptions(name)}
              disabled={sending === 'remove'}
              onClick={onRemove}
            />
          </>
        )}
      </span>
    </li>
  )
}

type Attempt = { language: Language; action: Action; problem?: string | undefined }

function useCaptions({ _id }: AdminVideo) {
  const send = useApiMutation(setCaptions, { changes: [listAdminVideos, listVideos] })
  const [last, setLast] = useState<Attempt>()

  async function store(attempt: Attempt, body: FormData | { language: Language }) {
    setLast(attempt)
    const reply = await send.mutateAsync({ params: { id: _id }, body }).catch(() => undefined)
    if (reply) toast(reply.message)
  }

  async function upload(language: Language, file: File) {
    const attempt = { language, action: 'upload' as const }
    const problem = checkCaptionsFile(file)
    if (problem !== undefined) return setLast({ ...attempt, problem })
    const form = new FormData()
    form.set('language', language)
    form.set('captions', file)
    await store(attempt, form)
  }

  /** Without a file the captions are removed. */
  const remove = (language: Language) => store({ language, action: 'remove' }, { language })

  const message =
    last?.problem ?? (send.error ? errorMessage(send.error, videosAdminText.videoUpdateFailed) : undefined)
  return {
    upload,
    remove,
    sending: send.isPending ? last : undefined,
    error: last && message !== undefined ? { language: last.language, message } : undefined,
  }
}

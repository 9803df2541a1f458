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

/** Uploads, downloads or removes the captions of a video, which are one file per language. */
export function CaptionsForm({ video }: { video: AdminVideo }) {
  const captions = listCaptions(video)
  return (
    <section className="card stack" aria-labelledby="captions">
      <h2 className="card__h" id="captions">
        {text.captions}
      </h2>
      <p className="muted">
        {captions.length > 0 ? text.captionsShown : text.captionsMissing} {text.captionsReadAloud} {text.captionsKinds}
      </p>
      <ul className="stack stack-2">
        {languages.map((language) => (
          <LanguageRow
            key={language}
            language={language}
            video={video}
            url={captions.find((one) => one.language === language)?.url}
          />
        ))}
      </ul>
    </section>
  )
}

type RowProps = {
  language: Language
  video: AdminVideo
  /** The link to the captions; undefined if there are none. */
  url: string | undefined
}

/** Each row has its own mutation, so that a failed upload is still reported after another one has started. */
function LanguageRow({ language, video, url }: RowProps) {
  const { upload, remove, sending, error } = useCaptions(video, language)
  const errorId = useId()
  const name = languageNames[language]
  return (
    <li>
      <span className="row between">
        <span lang={language}>{name}</span>
        <span className="row nowrap">
          <ChooseFileButton
            label={text.captionsFile(name)}
            accept={captionsExtensions.join()}
            busyLabel={sending === 'upload' && text.uploading}
            describedBy={error === undefined ? undefined : errorId}
            onFile={(file) => void upload(file)}
          >
            {url === undefined ? text.uploadCaptions : text.replaceCaptions}
            <span className="sr">{text.captionsIn(name)}</span>
          </ChooseFileButton>
          {url !== undefined && (
            <>
              <a
                className="icon-btn"
                href={url}
                download={language === 'en' ? `${video.title}.vtt` : `${video.title}.${language}.vtt`}
                aria-label={text.downloadCaptions(name)}
              >
                <Icon name="download-simple" />
              </a>
              <IconButton
                icon="trash"
                danger
                label={text.removeCaptions(name)}
                disabled={sending === 'remove'}
                onClick={() => void remove()}
              />
            </>
          )}
        </span>
      </span>
      <div role="alert">
        <FieldError id={errorId}>{error}</FieldError>
      </div>
    </li>
  )
}

function useCaptions({ _id }: AdminVideo, language: Language) {
  const send = useApiMutation(setCaptions, { changes: [listAdminVideos, listVideos] })
  const [action, setAction] = useState<'upload' | 'remove'>()
  const [problem, setProblem] = useState<string>()

  /** English is not named: servers of earlier releases refuse the field. */
  async function store(body: FormData | { language?: Language }) {
    const reply = await send.mutateAsync({ params: { id: _id }, body }).catch(() => undefined)
    if (reply) toast(reply.message)
  }

  async function upload(file: File) {
    const found = checkCaptionsFile(file)
    setProblem(found)
    setAction('upload')
    if (found !== undefined) return
    const form = new FormData()
    if (language !== 'en') form.set('language', language)
    form.set('captions', file)
    await store(form)
  }

  /** Without a file the captions are removed. */
  async function remove() {
    setProblem(undefined)
    setAction('remove')
    await store(language === 'en' ? {} : { language })
  }

  return {
    upload,
    remove,
    sending: send.isPending ? action : undefined,
    error: problem ?? (send.error ? errorMessage(send.error, videosAdminText.videoUpdateFailed) : undefined),
  }
}

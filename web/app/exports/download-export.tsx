import { linkToExport } from '@baobab/contract/exports.ts'
import { errorMessage } from '../api/error-message.ts'
import { isReauthenticationRequired } from '../api/reauthentication.ts'
import { useApiMutation } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Note } from '../ui/note.tsx'

/** Asks for the link to a file, which may want the password again, and hands it to the browser. */
export function DownloadExport({ id, what }: { id: string; what: string }) {
  const send = useApiMutation(linkToExport)

  async function download() {
    try {
      const link = document.createElement('a')
      link.href = (await send.mutateAsync({ params: { exportId: id } })).url
      link.download = ''
      link.click()
    } catch {
      // The note says it.
    }
  }

  return (
    <>
      <Button kind="line" size="sm" busyLabel={send.isPending && 'Opening...'} onClick={() => void download()}>
        <Icon name="download-simple" />
        Download
        <span className="sr">{` ${what}`}</span>
      </Button>
      {send.error && (
        <Note kind={isReauthenticationRequired(send.error) ? 'warn' : 'bad'} role="alert">
          {errorMessage(send.error)}
        </Note>
      )}
    </>
  )
}

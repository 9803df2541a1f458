import { deleteSeries, type Series } from '@baobab/contract/videos/endpoints.ts'
import { seriesText } from '@baobab/contract/videos/text.ts'
import { flushSync } from 'react-dom'
import { errorMessage } from '../../../api/error-message.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { toast } from '../../../ui/toast.tsx'
import { text } from '../text.ts'
import { useSeriesMutation } from './use-series-mutation.ts'

type Props = { series: Series | undefined; onClose: () => void }

export function DeleteSeriesDialog({ series, onClose }: Props) {
  const send = useSeriesMutation(deleteSeries)

  function close() {
    send.reset()
    onClose()
  }

  async function confirm() {
    if (!series) return
    const reply = await send.mutateAsync({ params: { seriesId: series._id } }).catch(() => undefined)
    if (!reply) return
    toast(reply.message)
    // A closing dialog returns the focus to the button that opened it, which was deleted with the series.
    flushSync(close)
    document.getElementById('main')?.focus()
  }

  return (
    <Dialog
      isOpen={series !== undefined}
      title={text.deleteSeriesQuestion}
      confirmLabel={text.delete}
      busyLabel={send.isPending && text.deleting}
      isDangerous
      onConfirm={() => void confirm()}
      onCancel={close}
    >
      <div className="stack stack-3">
        {series && <p>{text.deleteSeriesEffect(series.title, series.videos.length)}</p>}
        {send.error && (
          <Note kind="bad" role="alert">
            {errorMessage(send.error, seriesText.seriesDeleteFailed)}
          </Note>
        )}
      </div>
    </Dialog>
  )
}

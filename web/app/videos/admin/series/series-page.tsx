import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { listAdminVideos } from '@baobab/contract/videos/admin.ts'
import {
  createSeries,
  listSeries,
  orderSeries,
  orderSeriesVideos,
  updateSeries,
  type Series,
  SeriesForm,
  deleteSeries,
  listVideos,
} from '@baobab/contract/videos/endpoints.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '@baobab/contract/videos/rules.ts'
import { seriesText } from '@baobab/contract/videos/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { errorMessage } from '../../../api/error-message.ts'
import { apiQuery, prefetch, useApiMutation } from '../../../api/query.ts'
import { FormFailureNote } from '../../../forms/form-failure.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { IfAllowed } from '../../../shell/if-allowed.tsx'
import { pageMeta } from '../../../shell/page-meta.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { findMoveTarget, moveButtonId, type MoveDirection, MoveButtons } from '../../../ui/move-buttons.tsx'
import { Note } from '../../../ui/note.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ContentFrame } from '../content-frame.tsx'
import { text } from '../text.ts'

export function clientLoader() {
  prefetch(listSeries, {})
  return null
}

export const meta = () => pageMeta(text.series)

/** Lists all series, which admins create, rename, order and delete here. */
export default function SeriesPage() {
  const series = useQuery(apiQuery(listSeries, {}))
  return (
    <ContentFrame tab="series">
      <p className="muted">{text.seriesLead}</p>
      <div className="grid split split--r split--top">
        <QueryView
          query={series}
          failed={seriesText.seriesFailed}
          loading={
            <Loading text={text.loadingSeries}>
              <RowsSkeleton />
            </Loading>
          }
        >
          {(data) => <SeriesList all={data.series} />}
        </QueryView>
        <IfAllowed who={createSeries.who}>
          <Card className="stack" aria-labelledby="new-series">
            <h2 className="card__h" id="new-series">
              {text.newSeries}
            </h2>
            <SeriesDetailsForm />
          </Card>
        </IfAllowed>
      </div>
    </ContentFrame>
  )
}

function SeriesList({ all }: { all: readonly Series[] }) {
  const [deleting, setDeleting] = useState<Series>()
  const order = useSeriesMutation(orderSeries)
  const ids = all.map(({ _id }) => _id)
  if (all.length === 0) return <Empty title={text.noSeriesYet} help={text.noSeriesYetHelp} />
  return (
    <div className="stack">
      {all.map((series, index) => (
        <SeriesCard
          key={series._id}
          series={series}
          position={index + 1}
          count={all.length}
          onMove={(direction) =>
            void moveItem({ ids, id: series._id, direction }, (body) => order.mutateAsync({ body }))
          }
          onDelete={() => setDeleting(series)}
        />
      ))}
      <DeleteSeriesDialog series={deleting} onClose={() => setDeleting(undefined)} />
    </div>
  )
}

type Move = { ids: readonly string[]; id: string; direction: MoveDirection }

/** Sends a move, and returns the focus to its button, which some browsers lose when the item moves in the page. */
async function moveItem(
  { ids, id, direction }: Move,
  send: (body: { id: string; before: string | null }) => Promise<{ message: string }>,
): Promise<void> {
  const target = findMoveTarget(ids, id, direction)
  if (!target) return
  try {
    toast((await send({ id, ...target })).message)
  } catch (error) {
    toast(errorMessage(error), { kind: 'bad' })
  }
  document.getElementById(moveButtonId(id, direction))?.focus()
}

type CardProps = {
  series: Series
  position: number
  count: number
  onMove: (direction: MoveDirection) => void
  onDelete: () => void
}

function SeriesCard({ series, position, count, onMove, onDelete }: CardProps) {
  const [isEditing, setEditing] = useState(false)
  const { title, description, videos } = series
  return (
    <Card as="article" className="stack stack-3">
      <div className="row nowrap between">
        <h2 className="card__h grow">{title}</h2>
        <IfAllowed who={updateSeries.who}>
          <span className="row nowrap acts">
            <IconButton
              icon="pencil-simple"
              label={text.updateSeriesLabel(title)}
              aria-expanded={isEditing}
              onClick={() => setEditing(!isEditing)}
            />
            <IconButton icon="trash" danger label={text.deleteSeriesLabel(title)} onClick={onDelete} />
          </span>
        </IfAllowed>
      </div>
      {isEditing ? (
        <SeriesDetailsForm series={series} onDone={() => setEditing(false)} />
      ) : (
        description && <p>{description}</p>
      )}
      <p className="muted small">{videos.length === 0 ? text.noSeriesVideos : text.seriesVideos(videos.length)}</p>
      <SeriesVideos series={series} />
      <IfAllowed who={orderSeries.who}>
        <MoveButtons item={series} position={position} count={count} onMove={onMove} />
      </IfAllowed>
    </Card>
  )
}

function SeriesVideos({ series: { _id: seriesId, videos } }: { series: Series }) {
  const order = useSeriesMutation(orderSeriesVideos)
  const ids = videos.map(({ _id }) => _id)
  return (
    <ol className="series__videos">
      {videos.map((video, index) => (
        <li key={video._id}>
          <span>{video.title}</span>
          <IfAllowed who={orderSeriesVideos.who}>
            <MoveButtons
              item={video}
              position={index + 1}
              count={videos.length}
              onMove={(direction) =>
                void moveItem({ ids, id: video._id, direction }, (body) =>
                  order.mutateAsync({ params: { seriesId }, body }),
                )
              }
            />
          </IfAllowed>
        </li>
      ))}
    </ol>
  )
}

type Props = {
  /** The series to change; undefined to create one. */
  series?: Series
  onDone?: () => void
}

function SeriesDetailsForm({ series, onDone }: Props) {
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

type DeleteSeriesDialogProps = { series: Series | undefined; onClose: () => void }

function DeleteSeriesDialog({ series, onClose }: DeleteSeriesDialogProps) {
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

/** Returns a mutation that changes series, after which the lists of series and of videos are loaded again. */
function useSeriesMutation<E extends Endpoint>(endpoint: E) {
  return useApiMutation(endpoint, { changes: [listSeries, listAdminVideos, listVideos] })
}

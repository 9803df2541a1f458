import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { useLocation } from 'react-router'
import { endCelebration, endCelebrations, onWaiting, readWaiting, type Moment } from './celebrate.ts'

type Party = ComponentType<{ moment: Moment; onEnd: () => void }>

let loading: Promise<Party | undefined> | undefined

/** Loads what a celebration shows. A page that will need it soon calls this early. Without it, nothing is celebrated. */
export function preloadCelebration(): Promise<Party | undefined> {
  loading ??= import('./party.tsx').then(
    (module) => module.Party,
    () => (loading = undefined),
  )
  return loading
}

const NONE: readonly Moment[] = []

/** Shows the celebrations, one after another, over the student's page that they belong to. */
export function CelebrationHost() {
  const waiting = useSyncExternalStore(onWaiting, readWaiting, () => NONE)
  const [party, setParty] = useState<{ Party: Party }>()
  const moment = waiting[0]
  const { key } = useLocation()
  // React runs every clean-up before the effects of the next page, which may celebrate something of its own.
  useEffect(() => endCelebrations, [key])
  useEffect(() => {
    if (moment === undefined || party) return
    void preloadCelebration().then((Party) => (Party ? setParty({ Party }) : endCelebration()))
  }, [moment, party])
  if (moment === undefined || !party) return null
  return <party.Party key={moment} moment={moment} onEnd={endCelebration} />
}

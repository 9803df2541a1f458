import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { endCelebration, onWaiting, readWaiting, type Moment } from './celebrate.ts'

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

/** Shows the celebrations, one after another, over any student's page. */
export function CelebrationHost() {
  const waiting = useSyncExternalStore(onWaiting, readWaiting, () => NONE)
  const [party, setParty] = useState<{ Party: Party }>()
  const moment = waiting[0]
  useEffect(() => {
    if (moment === undefined || party) return
    void preloadCelebration().then((Party) => (Party ? setParty({ Party }) : endCelebration()))
  }, [moment, party])
  if (moment === undefined || !party) return null
  return <party.Party key={moment} moment={moment} onEnd={endCelebration} />
}

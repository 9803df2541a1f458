// What admins read about maintenance.
export const maintenanceAdminText = {
  loading: 'Loading the maintenance mode...',
  failed: 'Failed to load the maintenance mode.',
  chooseTimes: 'Please choose when it starts and ends.',
  startsTooLate: 'It can start at most 30 days from now.',
  startsInThePast: 'The start is in the past. To start now, choose “Now”.',
  startsTooSoon: 'It can start now, or in 5 minutes or later, so that running quizzes end before.',
  endsBeforeItStarts: 'The end has to be after the start.',
  outageTooOld: 'The outage can have begun at most 24 hours ago.',
  givenBackAlready: 'An earlier maintenance has given that time back already.',
  tooLong: 'It can last at most 24 hours.',
  isOnAlready: 'Maintenance is planned or on already. Another admin may have been faster.',
  switchedOn: 'Maintenance is on. No quiz can be started, and running quizzes stand still.',
  plannedFor: 'The maintenance is planned. Students see when it begins.',
  wasOff: 'Maintenance is off already.',
  canceled: 'The planned maintenance was canceled.',
  switchedOff: (attempts: number) => {
    if (attempts === 0) return 'Maintenance is off. No quiz was running when it began.'
    const quizzes = attempts === 1 ? '1 quiz' : `${attempts.toLocaleString('en-NG')} quizzes`
    return `Maintenance is off. ${quizzes} got the lost time back.`
  },
} as const

// Sentences about actions with many students.
export const text = {
  notify: 'Notify',
  hold: 'Hold',
  release: 'Release',
  extraTime: 'Extra time',
  export: 'Export',
  more: 'Actions with the selected students',

  notifyTitle: (students: string) => `Send a notification to ${students}?`,
  notifyEffect: 'Each of them gets it now. It cannot be taken back.',
  send: 'Send notification',
  sending: 'Sending...',
  title: 'Title',
  update: 'Update',
  select: 'Select',
  description: 'Description',
  method: 'Method',

  holdTitle: (students: string) => `Put ${students} on hold?`,
  holdEffect:
    'Points and rank stay, and the leaderboard shows that they are being checked. Each of them is told why. Students who are on hold already are left out.',
  holdConfirm: 'Put on hold',
  reason: 'Reason',
  chooseReason: 'Please choose a reason.',

  releaseTitle: (students: string) => `End the hold of ${students}?`,
  releaseEffect: 'Their flags so far are closed. Students who were on hold are told that everything is fine.',
  releaseConfirm: 'End the hold',

  extraTimeTitle: (students: string) => `Set the time for ${students}?`,
  extraTimeEffect: 'It applies from the next quiz on. No other student can see it. You can undo this for a day.',
  timeForQuiz: 'Time for a quiz',
  save: 'Save',
} as const

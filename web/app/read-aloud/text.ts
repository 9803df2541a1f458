// Sentences about reading aloud.

export const text = {
  readToMe: 'Read to me',
  readPage: 'Read this page to me',
  stop: 'Stop reading',
  readQuestion: 'Read the question aloud',
  readOption: (letter: string) => `Read answer ${letter} aloud`,
  settingTitle: 'Read to me',
  settingLabel: 'Read to me and give me more time',
  settingHelp:
    'We read videos and quizzes to you, if this phone has an English voice. Each quiz gives you 2 minutes plus the time to hear its questions, 4 minutes at most.',
} as const

// Sentences of the page that the link below optional emails opens.

export const text = {
  title: 'Emails from Baobab',
  greeting: { title: 'You decide.', text: 'You choose which emails you get.' },
  question: 'Do you want to stop our emails about news and quizzes?',
  essential:
    'You still get emails about your account, payments and prizes. News is also in the app, under Notifications.',
  stop: 'Stop These Emails',
  resume: 'Get Them Again',
  changing: 'Saving...',
  home: 'To Baobab',
  invalidLink: 'This link is not complete.',
  invalidLinkHelp: 'Open the link in the email again, or log in and turn these emails off in the settings.',
  logIn: 'Log In',
} as const

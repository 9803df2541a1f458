/** The beginnings of the most common passwords, in lower case. The server has the whole list, which is too long for a page. */
const stems = [
  'password',
  'passw0rd',
  'qwerty',
  'abcd',
  'abc1',
  'iloveyou',
  'welcome',
  'letmein',
  'nigeria',
  'baobab',
  'scholarship',
]

/** Whether a password is only a common word or the username, with digits or signs around it. */
export function isEasyToGuess(password: string, username: string): boolean {
  const word = password.toLowerCase().replace(/^\P{L}+|\P{L}+$/gu, '')
  const name = username.toLowerCase().replace(/\P{L}+$/u, '')
  if (word === '') return false
  return stems.some((stem) => word === stem.replace(/\P{L}+$/u, '')) || (name.length >= 3 && word === name)
}

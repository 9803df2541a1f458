import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  describeDevice,
  describeNumberProof,
  isCodeValid,
  isCommonPassword,
  isReservedUsername,
  isWithoutGuardian,
  maskEmail,
  toCanonicalAddress,
  toMailbox,
} from './rules.ts'

const ada = { username: 'ada.obi', email: 'ada.o+quiz@school.example' }

describe('an account whose guardian was removed', () => {
  const [guardianRemovedAt, now] = [new Date('2026-05-01T12:00:00Z'), new Date('2026-05-03T12:00:00Z')]
  const child = { guardianRemovedAt, birth: '2016-05-04' }
  it.each([
    ['waits while its owner is too young', child, 13, true],
    ['waits until the day before the birthday', { guardianRemovedAt, birth: '2013-05-04' }, 13, true],
    ['opens on the birthday', { guardianRemovedAt, birth: '2013-05-03' }, 13, false],
    ['opens where the setting asks for no guardian', child, 0, false],
    ['is open again once another one has agreed', { ...child, guardianRemovedAt: null }, 13, false],
  ])('%s', (_, account, guardianAge, isWaiting) =>
    expect(isWithoutGuardian(account, { now, guardianAge })).toBe(isWaiting),
  )
})

describe('addresses that share a mailbox', () => {
  it.each([
    ['ada@home.example', 'Ada@Home.Example'],
    ['ada@home.example', 'ada+parent@home.example'],
    ['ada@home.example', 'ada+a+b@home.example'],
    ['adaobi@gmail.com', 'ada.obi@gmail.com'],
    ['adaobi@gmail.com', 'A.d.a.Obi+mum@googlemail.com'],
  ])('%s and %s are the same', (a, b) => expect(toMailbox(b)).toBe(toMailbox(a)))

  it.each([
    ['ada.obi@home.example', 'adaobi@home.example'],
    ['ada@home.example', 'ada@school.example'],
    ['ada@home.example', 'adaobi@home.example'],
    ['+a@home.example', '+b@home.example'],
  ])('%s and %s are not', (a, b) => expect(toMailbox(b)).not.toBe(toMailbox(a)))
})

describe('a canonical address', () => {
  it.each([
    ['ADA@Home.Example', 'ada@home.example'],
    ['A.d.a.Obi+quiz@GoogleMail.com', 'adaobi@gmail.com'],
    ['ada.obi+a+b@gmail.com', 'adaobi@gmail.com'],
    ['ada.obi+quiz@outlook.com', 'ada.obi@outlook.com'],
    ['ada+quiz@hotmail.com', 'ada@hotmail.com'],
    ['ada+quiz@live.co.uk', 'ada@live.co.uk'],
    ['ada+quiz@fastmail.com', 'ada@fastmail.com'],
    ['ada.obi+quiz@proton.me', 'ada.obi@proton.me'],
    ['ada+quiz@icloud.com', 'ada@icloud.com'],
    ['+quiz@gmail.com', '+quiz@gmail.com'],
    // It is not known how these providers treat tags and dots.
    ['ada+quiz@home.example', 'ada+quiz@home.example'],
    ['ada.obi@yahoo.com', 'ada.obi@yahoo.com'],
    ['ada@mail.gmail.com.example', 'ada@mail.gmail.com.example'],
  ])('of %s is %s', (email, canonical) => expect(toCanonicalAddress(email)).toBe(canonical))

  it('is its own canonical address', () => {
    const domain = fc.constantFrom('gmail.com', 'googlemail.com', 'outlook.com', 'proton.me', 'home.example')
    const name = fc.stringMatching(/^[a-zA-Z0-9.+_-]{1,20}$/)
    fc.assert(
      fc.property(name, domain, (one, at) => {
        const canonical = toCanonicalAddress(`${one}@${at}`)
        expect(toCanonicalAddress(canonical)).toBe(canonical)
        expect(toMailbox(canonical)).toBe(toMailbox(`${one}@${at}`))
      }),
    )
  })
})

describe('common passwords', () => {
  it.each(['Password1', 'password', 'Qwerty123', 'Baobab12', 'Scholarship1'])('%s is one', (password) => {
    expect(isCommonPassword(password, ada)).toBe(true)
  })
  it.each(['Mango7tree', 'Baobab-on-the-hill7', 'xK4!unusual'])('%s is not one', (password) => {
    expect(isCommonPassword(password, ada)).toBe(false)
  })

  it.each(['Ada.obi1', 'AdaObi!!!!9', '2012adaobI', 'iboadA12', 'Adaoquiz7', 'Ada.o+quiz@school.example1'])(
    'include passwords that are little more than the owner’s name: %s',
    (password) => {
      expect(isCommonPassword(password, ada)).toBe(true)
    },
  )
  it.each(['Adaobi83721', 'Mango7ada', 'Ada7mango.Obi'])(
    'do not include passwords with more than the name: %s',
    (password) => {
      expect(isCommonPassword(password, ada)).toBe(false)
    },
  )

  it('include any username with at most four more letters or digits and any symbols, in any case', () => {
    const alphabet = (characters: string) => fc.constantFrom(...characters.split(''))
    const name = fc.string({ unit: alphabet('abcdefghABCDEFGH123._-'), minLength: 5, maxLength: 10 })
    const digits = fc.string({ unit: alphabet('0123456789'), maxLength: 4 })
    const symbols = fc.string({ unit: alphabet('!?*%$ '), maxLength: 4 })
    fc.assert(
      fc.property(name, digits, symbols, fc.boolean(), (username, rest, end, isFirst) => {
        fc.pre(username.replace(/[._-]/g, '').length >= 3)
        const password = (isFirst ? username.toUpperCase() + rest : rest + username.toLowerCase()) + end
        expect(isCommonPassword(password, { username, email: 'x@y.example' })).toBe(true)
      }),
    )
  })
})

describe('a reserved username', () => {
  const adminNames = ['Grace.Obi', 'tunde']
  it.each(
    (
      'admin ADMIN Adm1n a.d.m.i.n ad__min adrnin aclmin 4dmin admin1 99admin admin_2026 support supp0rt ' +
      'Supp-ort baobab b40bab 8aobab baobab_ng BaobabApp moderator rnoderat0r staff official 0fficia1 ' +
      'helpdesk owner r00t_ system scholarship the.admin adminteam office teams deleted null_0 undefined ' +
      'accounts supersupport'
    ).split(' '),
  )('is a word for the product, its team or the system, however it is spelled: %s', (username) => {
    expect(isReservedUsername(username, [])).toBe(true)
  })

  it.each([
    'www.ada',
    'www-ada',
    'ada.com',
    'Ada.NG',
    'ada.com.ng',
    'x.org',
    'x.app',
    'http.ada',
    'ada.uk',
    'ada.com_',
  ])('is a website address: %s', (username) => {
    expect(isReservedUsername(username, [])).toBe(true)
  })

  it.each(['grace.obi', 'GRACEOBI', 'gr4ce_0bi', 'graceob1', 'Tunde', 't.u.n.d.e', 'tuncle'])(
    'is an admin’s name, or looks like one: %s',
    (username) => {
      expect(isReservedUsername(username, adminNames)).toBe(true)
    },
  )

  it.each([
    'amina',
    'ada.obi',
    'tunde2',
    'john_doe',
    'ada.jr',
    'badminton',
    'ada.ngozi',
    'helpful',
    'rooster',
    'wwwade',
    'modele',
  ])('is not a person’s name: %s', (username) => {
    expect(isReservedUsername(username, adminNames)).toBe(false)
  })

  it('stays reserved in any case, with separators anywhere and digits around it', () => {
    const word = fc.constantFrom('admin', 'support', 'baobab', 'scholarship', 'moderator')
    const separators = fc.array(fc.constantFrom('', '', '.', '_', '-', '--'), { minLength: 12, maxLength: 12 })
    const cases = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 })
    fc.assert(
      fc.property(word, separators, cases, fc.nat(999), fc.boolean(), (plain, between, isUpper, number, isFirst) => {
        const typed = Array.from(
          plain,
          (letter, at) => (isUpper[at] ? letter.toUpperCase() : letter) + between[at],
        ).join('')
        expect(isReservedUsername(isFirst ? `${number}${typed}` : `${typed}${number}`, [])).toBe(true)
      }),
    )
  })
})

describe('a code', () => {
  const madeAt = new Date('2026-11-01T10:00:00Z')
  const minutes = (n: number) => new Date(madeAt.getTime() + n * 60_000)
  it('B-10 is valid for fifteen minutes from when it is sent, or from its creation if it is not sent yet', () => {
    expect(isCodeValid({ madeAt, sentAt: null }, minutes(15))).toBe(true)
    expect(isCodeValid({ madeAt, sentAt: null }, minutes(15.1))).toBe(false)
    expect(isCodeValid({ madeAt, sentAt: minutes(300) }, minutes(314))).toBe(true)
    expect(isCodeValid({ madeAt, sentAt: minutes(300) }, minutes(316))).toBe(false)
  })
})

describe('a masked email', () => {
  it.each([
    ['parent.ada@home.example', 'p•••@home.example'],
    ['p@home.example', 'p•••@home.example'],
    ['"a@b"@home.example', '"•••@home.example'],
  ])('of %s is %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked)
  })
  it('is the same for all addresses with the same first letter and domain, whatever their length', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z.+]{0,60}$/), (rest) => {
        expect(maskEmail(`p${rest}@home.example`)).toBe('p•••@home.example')
      }),
    )
  })
})

it('names a device as a person would', () => {
  expect(
    describeDevice('Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36'),
  ).toBe('Chrome on Android')
  expect(describeDevice('Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) AppleWebKit/605 Version/17 Safari/604.1')).toBe(
    'Safari on iOS',
  )
  expect(describeDevice('curl/8 (Windows NT 10.0)')).toBe('Windows')
  expect(describeDevice('Mozilla/5.0 Firefox/130.0')).toBe('Firefox')
  expect(describeDevice(`${'x'.repeat(500)} Windows`)).toBe('Unknown device')
  expect(describeDevice(undefined)).toBe('Unknown device')
})

it.each(['5upport', '7eam', 'h3lp', 'vvebmaster', '0wner', 'adm1n', 'tearn', 'HTTPS-page', 'www2.ada9', 'ada.com..'])(
  'nobody may register as %s',
  (username) => {
    expect(isReservedUsername(username, [])).toBe(true)
  },
)

it.each(['ada.com.9', 'mywww.ada9', 'ad9min', 'see-https.ada9'])('a student may be called %s', (username) => {
  expect(isReservedUsername(username, [])).toBe(false)
})

it.each(['baobabx7q', 'adao7xqw', 'xoada7qw'])('%s is a common password of this student', (password) => {
  expect(isCommonPassword(password, ada)).toBe(true)
})

describe('the proof of a phone number', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const proved = { provedNumber: '+2348031234567', numberProvedAt: daysAgo(700), lastActiveAt: daysAgo(1) }

  it('does not exist without a proved number', () => {
    expect(describeNumberProof({ ...proved, provedNumber: null }, now)).toBeNull()
  })

  it('is fresh while the account is used, however old it is', () => {
    expect(describeNumberProof(proved, now)).toBe('fresh')
    expect(describeNumberProof({ ...proved, lastActiveAt: new Date(daysAgo(180).getTime() + 1) }, now)).toBe('fresh')
  })

  it('is stale after 180 days without use, or if the number is in doubt', () => {
    expect(describeNumberProof({ ...proved, lastActiveAt: daysAgo(180) }, now)).toBe('stale')
    expect(describeNumberProof({ ...proved, numberProvedAt: null }, now)).toBe('stale')
  })
})

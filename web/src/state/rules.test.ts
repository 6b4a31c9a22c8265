import { expect, test } from 'vitest'
import { clauseIn, inShort, referred } from './rules'

test('a text is split at the clauses that it names', () => {
  expect(referred('With two players this is DU-9. See KD-D3, too.')).toEqual(['With two players this is ', 'DU-9', '. See ', 'KD-D3', ', too.'])
  expect(referred('No clause.')).toEqual(['No clause.'])
})

test('a refusal names its clause', () => {
  expect(clauseIn('the stock is 2 2 3 (DU-4); legal are 2, 3')).toBe('DU-4')
  expect(clauseIn('SHA-256 is no clause of a game')).toBe('')
})

test('whoever taps is told the reason of a refusal alone', () => {
  const head = "illegal event 'ten' in Round 1, turn 2: "
  const why = '0 cards lie in that points pile, and it takes ten to call (DZ-17)'
  expect(inShort(`${head}${why}; legal are roll`)).toBe(why)
  expect(inShort(`${head}${why}; waiting for Nils`)).toBe(`${why}; waiting for Nils`)
  expect(inShort(`${head}waiting for Nils`)).toBe('waiting for Nils')
  expect(inShort('illegal event 41 in Round 1: legal are R1, R2')).toBe('that cannot be chosen now')
  expect(inShort('the table has moved on to event 17 since event 14: choose again')).toBe('the table has gone on meanwhile: choose again')
  expect(inShort('the match is over')).toBe('the match is over')
})

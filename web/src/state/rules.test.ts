import { expect, test } from 'vitest'
import { clauseIn, referred } from './rules'

test('a text is split at the clauses that it names', () => {
  expect(referred('With two players this is DU-9. See KD-D3, too.')).toEqual(['With two players this is ', 'DU-9', '. See ', 'KD-D3', ', too.'])
  expect(referred('No clause.')).toEqual(['No clause.'])
})

test('a refusal names its clause', () => {
  expect(clauseIn('the stock is 2 2 3 (DU-4); legal are 2, 3')).toBe('DU-4')
  expect(clauseIn('SHA-256 is no clause of a game')).toBe('')
})

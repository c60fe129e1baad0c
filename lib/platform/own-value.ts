/** The value under a name from outside: every object inherits `constructor`, `toString`, `__proto__` and more. */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

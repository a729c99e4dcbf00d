export interface ChoiceProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly Value[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A group of radio buttons. */
export function Choice<Value extends string>({ legend, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option}>
          <input
            type="radio"
            name={legend}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          {option}
        </label>
      ))}
    </fieldset>
  );
}

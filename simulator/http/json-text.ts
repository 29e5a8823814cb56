/** A result that is JSON text already: what many ask for is written once and sent often. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

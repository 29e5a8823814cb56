/** A panel that a workspace can hold. */
export interface PanelDefinition {
  /** Kept in saved layouts: never given to another panel. */
  readonly id: string;
  /** Its name where panels are chosen, and its tab until it says otherwise. */
  readonly name: string;
  /** Whether it follows the instrument of its link colour. */
  readonly isLinked?: boolean;
  /** Not made anew when times or numbers are to be shown otherwise: what goes on in it must not be lost. */
  readonly staysMade?: boolean;
  /** Made before the others when a window opens: what is looked at first. */
  readonly comesFirst?: boolean;
  readonly minimumWidth?: number;
  readonly maximumWidth?: number;
  readonly minimumHeight?: number;
}
